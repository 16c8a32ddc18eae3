import type { Workbook } from './content.ts'
import type { ZipPart } from './zip.ts'
import { escaped, MAIN, OFFICE, PACKAGE, XML } from './xml.ts'

const TYPES = 'application/vnd.openxmlformats'
const SHEETS = `${TYPES}-officedocument.spreadsheetml`

const CONTENT_TYPES = {
  worksheet: `${SHEETS}.worksheet+xml`,
  drawing: `${TYPES}-officedocument.drawing+xml`,
  chart: `${TYPES}-officedocument.drawingml.chart+xml`,
}

/** A sheet of the workbook in the order of its tabs. */
export interface Tab {
  name: string
  /** Repeated on every printed page; '' for none. */
  titles: string
}

/** Parts of the archive are numbered by their kind from 1. */
export const pathOf = (kind: keyof typeof CONTENT_TYPES, n: number): string =>
  `xl/${kind}s/${kind === 'worksheet' ? 'sheet' : kind}${n}.xml`

/** The relations of a part: its one target, of the same office kind. */
export const relationOf = (path: string, kind: 'drawing' | 'chart', n: number): ZipPart => ({
  name: path.replace(/([^/]+)$/, '_rels/$1.rels'),
  content: [relationsXml([[`${OFFICE}/${kind}`, pathOf(kind, n).replace('xl/', '../')]])],
})

function relationsXml(targets: readonly (readonly [type: string, target: string])[]): string {
  const list = targets.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${type}" Target="${target}"/>`,
  )
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`
}

/** The part by which programs recognize a workbook; it comes first. */
export const firstPart: ZipPart = {
  name: '_rels/.rels',
  content: [
    relationsXml([
      [`${OFFICE}/officeDocument`, 'xl/workbook.xml'],
      [`${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
      [`${OFFICE}/extended-properties`, 'docProps/app.xml'],
    ]),
  ],
}

/** What is known when all sheets are written. charts: how many there are. */
export function* lastParts(
  book: Pick<Workbook, 'creator' | 'created' | 'language'>,
  title: string,
  tabs: readonly Tab[],
  charts: number,
  styles: string,
): Generator<ZipPart> {
  const sheets = tabs.map((_, i) => pathOf('worksheet', i + 1))
  yield { name: 'docProps/core.xml', content: [corePropertiesXml(book, title)] }
  yield {
    name: 'docProps/app.xml',
    content: [
      `${XML}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Forebay</Application></Properties>`,
    ],
  }
  yield { name: 'xl/styles.xml', content: [styles] }
  yield { name: 'xl/workbook.xml', content: [workbookXml(tabs)] }
  yield {
    name: 'xl/_rels/workbook.xml.rels',
    content: [
      relationsXml([
        ...sheets.map((path) => [`${OFFICE}/worksheet`, path.replace('xl/', '')] as const),
        [`${OFFICE}/styles`, 'styles.xml'],
      ]),
    ],
  }
  const parts = [
    ...sheets.map((path) => [path, CONTENT_TYPES.worksheet]),
    ...Array.from({ length: charts }, (_, i) =>
      (['drawing', 'chart'] as const).map((kind) => [pathOf(kind, i + 1), CONTENT_TYPES[kind]]),
    ).flat(),
    ['xl/workbook.xml', `${SHEETS}.sheet.main+xml`],
    ['xl/styles.xml', `${SHEETS}.styles+xml`],
    ['docProps/core.xml', `${TYPES}-package.core-properties+xml`],
    ['docProps/app.xml', `${TYPES}-officedocument.extended-properties+xml`],
  ]
  yield {
    name: '[Content_Types].xml',
    content: [
      [
        `${XML}<Types xmlns="${PACKAGE}/content-types">`,
        `<Default Extension="rels" ContentType="${TYPES}-package.relationships+xml"/>`,
        '<Default Extension="xml" ContentType="application/xml"/>',
        ...parts.map(([path, type]) => `<Override PartName="/${path}" ContentType="${type}"/>`),
        '</Types>',
      ].join(''),
    ],
  }
}

function workbookXml(tabs: readonly Tab[]): string {
  const names = tabs.flatMap(({ titles }, i) =>
    titles === ''
      ? []
      : [`<definedName name="_xlnm.Print_Titles" localSheetId="${i}">${escaped(titles)}</definedName>`],
  )
  return [
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr/><bookViews><workbookView/></bookViews><sheets>`,
    ...tabs.map(({ name }, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`),
    '</sheets>',
    names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : '',
    '</workbook>',
  ].join('')
}

function corePropertiesXml(
  { creator, created, language }: Parameters<typeof lastParts>[0],
  title: string,
): string {
  const at = created === undefined ? undefined : `${new Date(created).toISOString().slice(0, 19)}Z`
  return [
    `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">`,
    title === '' ? '' : `<dc:title>${escaped(title)}</dc:title>`,
    creator === undefined ? '' : `<dc:creator>${escaped(creator)}</dc:creator>`,
    `<dc:language>${language}</dc:language>`,
    at === undefined ? '' : `<dcterms:created xsi:type="dcterms:W3CDTF">${at}</dcterms:created>`,
    '</cp:coreProperties>',
  ].join('')
}
