import { elementsOf, UnusualBook, type XmlElement } from './xml-reader.ts'

/** What a template must not have, and where. */
interface Forbidden {
  kind: 'macros' | 'external' | 'part'
  part: string
}

const TYPES_PART = '[Content_Types].xml'

const list = (words: string) => new Set(words.trim().toLowerCase().split(/\s+/))

/** Kinds of parts, by the ends of their content types behind the vendor. */
const OFFICE_PARTS = list(`
  spreadsheetml.sheet.main spreadsheetml.worksheet spreadsheetml.chartsheet spreadsheetml.styles
  spreadsheetml.sharedStrings spreadsheetml.calcChain spreadsheetml.comments spreadsheetml.table
  spreadsheetml.pivotTable spreadsheetml.pivotCacheDefinition spreadsheetml.pivotCacheRecords
  spreadsheetml.printerSettings spreadsheetml.sheetMetadata spreadsheetml.customProperty
  drawing drawingml.chart drawingml.chartshapes drawingml.diagramData drawingml.diagramLayout
  drawingml.diagramStyle drawingml.diagramColors theme themeOverride vmlDrawing
  extended-properties custom-properties customXmlProperties
`)
const MICROSOFT_PARTS = list(`
  threadedcomments person slicer slicerCache timeline timelineCache rdrichvalue rdrichvaluestructure
  rdrichvaluetypes richvaluerel rdarray featurepropertybag
  chartstyle chartcolorstyle chartex drawingml.diagramDrawing classificationlabels
`)
const OTHER_TYPES = list(`
  application/xml text/xml application/binary
  application/vnd.openxmlformats-package.relationships+xml
  application/vnd.openxmlformats-package.core-properties+xml
  application/vnd.wps-officedocument.cellimage+xml
  image/png image/jpeg image/jpg image/gif image/bmp image/tiff image/x-emf image/x-wmf image/emf image/wmf
  image/vnd.ms-photo
`)
/** Relations, by the ends of their types behind the standard or vendor. */
const RELATIONS = list(`
  officeDocument extended-properties custom-properties metadata/core-properties metadata/thumbnail
  worksheet chartsheet sharedStrings styles theme themeOverride calcChain comments vmlDrawing drawing chart
  chartUserShapes image hyperlink table pivotTable pivotCacheDefinition pivotCacheRecords printerSettings
  sheetMetadata customXml customXmlProps customProperty diagramData diagramLayout diagramQuickStyle
  diagramColors chartStyle chartColorStyle chartEx threadedComment person slicer slicerCache timeline
  timelineCache rdRichValue rdRichValueStructure rdRichValueTypes richValueRel rdArray FeaturePropertyBag
  diagramDrawing classificationlabels cellImage workbookmetadata
`)
const RELATION =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/(?:officeDocument|package)\/2006\/relationships|purl\.oclc\.org\/ooxml\/officeDocument\/relationships|schemas\.microsoft\.com\/office\/\d{4}\/(?:\d{2}\/)?relationships|www\.wps\.cn\/officeDocument\/\d{4}|customschemas\.google\.com\/relationships)\/(.+)$/i

function isAllowedType(type: string): boolean {
  const [, office] = /^application\/vnd\.openxmlformats-officedocument\.(.+?)(?:\+xml)?$/.exec(type) ?? []
  const [, microsoft] = /^application\/vnd\.ms-(?:excel|office)\.(.+)\+xml$/.exec(type) ?? []
  return OFFICE_PARTS.has(office) || MICROSOFT_PARTS.has(microsoft) || OTHER_TYPES.has(type)
}

/** Why something is forbidden that is not on the lists, by its name or type. */
function kindOf(word: string): Forbidden['kind'] {
  if (/macro|vba|activeX|ctrlProp|control/i.test(word)) return 'macros'
  return /externalLink|queryTable|embed|oleObject|connection|\/package$|xl\/model\//i.test(word)
    ? 'external'
    : 'part'
}

/** The content type of each part, by its name in small letters; undefined: it has none. */
function typesOf(parts: ReadonlyMap<string, Buffer>): (name: string) => string | undefined {
  const [byName, byEnd] = [new Map<string, string>(), new Map<string, string>()]
  const types = parts.get(TYPES_PART)
  if (!types) throw new UnusualBook(`there is no ${TYPES_PART}`)
  for (const { name, attributes } of elementsOf(types, TYPES_PART)) {
    const type = (attributes.get('ContentType') ?? '').trim().toLowerCase()
    if (name === 'Override') byName.set((attributes.get('PartName') ?? '').toLowerCase().slice(1), type)
    if (name === 'Default') byEnd.set((attributes.get('Extension') ?? '').toLowerCase(), type)
  }
  return (name) => byName.get(name) ?? byEnd.get(name.slice(name.lastIndexOf('.') + 1))
}

/**
 * What a template must not have, and in which part; null: nothing. Parts and relations are those of the lists, whatever
 * they are called; every part of XML is read whole. @throws UnusualBook for XML that is not as programs write it
 */
export function forbiddenIn(parts: ReadonlyMap<string, Buffer>): Forbidden | null {
  const typeOf = typesOf(parts)
  const seen = new Set<string>()
  for (const [name, content] of parts) {
    const key = name.toLowerCase()
    // Programs take names that differ by case for the same part.
    if (seen.has(key)) return { kind: 'part', part: name }
    seen.add(key)
    if (name.endsWith('/') && content.length === 0) continue
    if (kindOf(name) !== 'part') return { kind: kindOf(name), part: name }
    const type = typeOf(key)
    if (name !== TYPES_PART && !(type !== undefined && isAllowedType(type)))
      return { kind: kindOf(type ?? ''), part: `${name}: ${type ?? '?'}` }
    const isXml = /\.(xml|rels|vml)$/.test(key) || /[/+]xml$|\.vmldrawing$/.test(type ?? '')
    if (!isXml) continue
    for (const element of elementsOf(content, name)) {
      const kind = element.name === 'Relationship' ? forbiddenRelation(element) : forbiddenElement(element)
      if (kind) return { kind, part: name }
    }
  }
  return null
}

function forbiddenRelation({ attributes }: XmlElement): Forbidden['kind'] | null {
  const type = attributes.get('Type') ?? ''
  const end = RELATION.exec(type)?.[1].toLowerCase() ?? ''
  const isExternal = (attributes.get('TargetMode') ?? 'Internal').trim().toLowerCase() !== 'internal'
  if (isExternal) return end === 'hyperlink' ? null : 'external'
  return RELATIONS.has(end) ? null : kindOf(type)
}

/** Elements that have formulas as their text, and attributes that are one. */
const FORMULA = /^(?:f|formula[12]?|definedName|calculatedColumnFormula|totalsRowFormula|fmla\w*)$/i
const FORMULA_ATTRIBUTES = ['formula', 'textlink']
const isTrue = (value: string | undefined) => value === '1' || value === 'true'

function forbiddenElement({ name, attributes, text }: XmlElement): Forbidden['kind'] | null {
  if (attributes.get('macro') || (/^fmlaMacro$/i.test(name) && text.trim() !== '')) return 'macros'
  if (name === 'definedName' && ['function', 'vbProcedure', 'xlm'].some((a) => isTrue(attributes.get(a))))
    return 'macros'
  if (/^(?:dde|ole)(?:Link|Object|Item)/i.test(name)) return 'external'
  for (const [written, value] of attributes) {
    const own = written.slice(written.indexOf(':') + 1)
    // A picture by its address, in drawings of today and in those of Excel 97.
    if ((name === 'blip' && own === 'link') || (own === 'src' && isAddress(value))) return 'external'
    if (FORMULA_ATTRIBUTES.includes(own) && reachesOut(value)) return 'external'
  }
  return FORMULA.test(name) && reachesOut(text) ? 'external' : null
}

const isAddress = (value: string) => /^\s*(?:[a-z][a-z0-9+.-]*:|\\\\|\/\/)/i.test(value)

/** Functions that fetch, call or run, in spreadsheet programs that open .xlsx. */
const REACHING =
  /(?<![\p{L}\p{N}_])(?:[\p{L}\p{N}_]+\.)*(?:WEBSERVICE|RTD|CALL|REGISTER|REGISTER\.ID|EXEC|EXECUTE|IMAGE|DDE|SQL\.REQUEST|STOCKHISTORY|TRANSLATE|DETECTLANGUAGE|COPILOT|PY|CUBE\p{L}+|IMPORT(?:DATA|XML|HTML|RANGE|FEED)|GOOGLE\p{L}+)\s*\(/iu

/** Whether a formula fetches, calls a program or reads another file. Names in quotes and texts are judged as such. */
function reachesOut(formula: string): boolean {
  let isOutside = false
  const rest = formula.replaceAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'/g, (quoted) => {
    if (quoted.startsWith('"')) return '""'
    // No name of a sheet has these: a path, another workbook, or a running program (DDE).
    if (/[[\]\\/|]/.test(quoted)) isOutside = true
    return 'Quoted'
  })
  return (
    isOutside ||
    REACHING.test(rest) ||
    /_xll\./i.test(rest) ||
    rest.replaceAll(/\[[^[\]]*\]/g, '[]').includes('|') ||
    // [1]Sheet!A1; a column of a table has no sheet behind it, and [0] is the workbook itself.
    /\[(?!0\])[^[\]]*\][\p{L}\p{N}_.:]*!/u.test(rest)
  )
}
