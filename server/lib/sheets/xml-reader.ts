/** A part of a workbook that is not written as spreadsheet programs do. */
export class UnusualBook extends Error {
  override name = 'UnusualBook'
}

/** An element with what is directly in it. */
export interface XmlElement {
  /** Without its prefix. */
  name: string
  prefix: string
  /** Values with their references resolved, by names as they are written, such as r:id. */
  attributes: ReadonlyMap<string, string>
  /** Its own text, with references resolved. */
  text: string
  parent: XmlElement | null
}

const NAME = '[^\\s<>/=:"\'&]+'
const TAG = new RegExp(
  `<(/?)(?:(${NAME}):)?(${NAME})((?:\\s+${NAME}(?::${NAME})?\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`,
  'y',
)
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** The value of an attribute in the written attributes of a tag, as it is written. */
export function attributeIn(written: string, name: string): string | null {
  for (const [, key, a, b] of written.matchAll(ATTRIBUTE)) if (key === name) return a ?? b
  return null
}

const DECLARATION = /<\?xml\s[^?>]*\?>/y
const ENTITIES = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
])

/**
 * The elements of a text of XML, each when it ends. Strict where the library of uploads is lenient: whatever is not
 * well-formed, has a document type or another encoding than UTF-8 could be read otherwise by the program that opens
 * it. @throws UnusualBook that names the part
 */
export function* elementsOf(part: Buffer, path: string): Generator<XmlElement> {
  const fault = (why: string) => new UnusualBook(`${path} ${why}`)
  const resolved = (text: string) =>
    text.includes('&')
      ? text.replaceAll(
          /&(?:#(x?)([0-9a-f]+);|(\w+);)?/gi,
          (_, hex?: string, n?: string, entity?: string) => {
            const code = n === undefined ? NaN : hex ? Number.parseInt(n, 16) : Number(n)
            const found =
              entity === undefined ? code <= 0x10ffff && String.fromCodePoint(code) : ENTITIES.get(entity)
            if (!found) throw fault('has an entity that no workbook needs')
            return found
          },
        )
      : text
  const xml = part.toString('utf8')
  let at = xml.startsWith('\ufeff') ? 1 : 0
  DECLARATION.lastIndex = at
  const declared = DECLARATION.exec(xml)?.[0] ?? ''
  const encoding = /\sencoding\s*=\s*["']([^"']*)["']/.exec(declared)?.[1] ?? 'UTF-8'
  if (encoding.toUpperCase() !== 'UTF-8') throw fault('is not written in UTF-8')
  at += declared.length
  let open: XmlElement | null = null
  let isRead = false
  const behind = (end: string, from: number): number => {
    const found = xml.indexOf(end, from)
    if (found < 0) throw fault('ends too early')
    return found + end.length
  }
  const addText = (text: string) => {
    if (open) open.text += text
    else if (/[^ \t\r\n]/.test(text)) throw fault('has text outside of its elements')
  }
  while (at < xml.length) {
    if (xml[at] !== '<') {
      const next = xml.indexOf('<', at)
      const end = next < 0 ? xml.length : next
      addText(resolved(xml.slice(at, end)))
      at = end
    } else if (xml.startsWith('<!--', at)) at = behind('-->', at + 4)
    else if (xml.startsWith('<![CDATA[', at)) {
      const end = behind(']]>', at)
      addText(xml.slice(at + '<![CDATA['.length, end - 3))
      at = end
    } else if (xml.startsWith('<?', at)) at = behind('?>', at)
    else {
      if (xml.startsWith('<!', at)) throw fault('has a document type, which no workbook needs')
      TAG.lastIndex = at
      const found = TAG.exec(xml)
      if (!found) throw fault('is not well-formed')
      const [whole, isEnd, prefix = '', name, written, isEmpty] = found
      at += whole.length
      if (isEnd) {
        if (!open || open.name !== name || open.prefix !== prefix || written || isEmpty)
          throw fault('is not well-formed')
        yield open
        open = open.parent
        continue
      }
      if (!open && isRead) throw fault('has more than one root')
      isRead = true
      const attributes = new Map<string, string>()
      for (const [, key, a, b] of written.matchAll(ATTRIBUTE)) {
        if (attributes.has(key)) throw fault('is not well-formed')
        attributes.set(key, resolved(a ?? b))
      }
      const element: XmlElement = { name, prefix, attributes, text: '', parent: open }
      if (isEmpty) yield element
      else open = element
    }
  }
  if (open || !isRead) throw fault('ends too early')
}
