/** An element of XML, its name with the prefix as written. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: (XmlElement | string)[]
}

const NAME = /[A-Za-z_][\w.:-]*/y
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
// oxlint-disable-next-line no-control-regex
const ILLEGAL = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/

/** Reads a document of elements, attributes and texts, and nothing else. @throws Error where it is not well-formed */
export function parseXml(source: string): XmlElement {
  if (!source.isWellFormed() || ILLEGAL.test(source)) throw new Error('characters that XML does not have')
  let at = 0
  const fail = (what: string): never => {
    throw new Error(`${what} at ${at}: ${source.slice(Math.max(0, at - 60), at + 60)}`)
  }
  const take = (text: string) => {
    if (!source.startsWith(text, at)) fail(`no ${text}`)
    at += text.length
  }
  const name = (): string => {
    NAME.lastIndex = at
    const found = NAME.exec(source)?.[0] ?? fail('no name')
    at += found.length
    return found
  }
  const space = () => {
    const from = at
    while (/[ \t\r\n]/.test(source[at] ?? '')) at++
    return at > from
  }
  const decoded = (text: string): string =>
    text.replace(/&([^;&]*);?/g, (whole, entity: string) => {
      if (!whole.endsWith(';')) return fail('a bare &')
      if (/^#\d+$/.test(entity)) return String.fromCodePoint(Number(entity.slice(1)))
      return ENTITIES[entity] ?? fail(`entity ${entity}`)
    })
  const element = (): XmlElement => {
    take('<')
    const made: XmlElement = { name: name(), attributes: {}, children: [] }
    while (space() && !/[/>]/.test(source[at])) {
      const key = name()
      take('="')
      const end = source.indexOf('"', at)
      const value = source.slice(at, end)
      if (end < 0 || value.includes('<')) fail('an attribute without its end')
      if (Object.hasOwn(made.attributes, key)) fail(`${key} twice`)
      made.attributes[key] = decoded(value)
      at = end + 1
    }
    if (source.startsWith('/>', at)) {
      at += 2
      return made
    }
    take('>')
    while (!source.startsWith('</', at)) {
      if (source[at] === '<') {
        made.children.push(element())
        continue
      }
      const end = source.indexOf('<', at)
      if (end < 0) fail('no end')
      const text = source.slice(at, end)
      if (text.includes(']]>')) fail(']]>')
      made.children.push(decoded(text.replaceAll(/\r\n?/g, '\n')))
      at = end
    }
    take(`</${made.name}>`)
    return made
  }
  take('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n')
  const root = element()
  if (at !== source.length) fail('more than one root')
  return root
}

const isElement = (child: XmlElement | string): child is XmlElement => typeof child !== 'string'

/** Elements inside. */
export const inside = (of: XmlElement): XmlElement[] => of.children.filter(isElement)

/** The first element on a path of names; undefined where there is none. */
export const find = (of: XmlElement, ...path: string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((at, name) => at && inside(at).find((child) => child.name === name), of)

/** Every element of a name below, in order. */
export const all = (of: XmlElement, name: string): XmlElement[] =>
  inside(of).flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)])

export const textIn = (of: XmlElement): string =>
  of.children.map((child) => (isElement(child) ? textIn(child) : child)).join('')
