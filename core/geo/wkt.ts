import { GeoError } from './error.ts'

/** One node of a well-known text: PARAMETER["scale_factor",0.9999] has two values and no children. */
export interface Wkt {
  keyword: string
  values: (string | number)[]
  children: Wkt[]
}

const TOKEN =
  /\s*(?:"((?:[^"]|"")*)"|([-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)|([A-Za-z_][A-Za-z0-9_]*)|([[\](),]))/y
/** Longest text accepted as a coordinate system. */
const MOST = 10_000

/** The tree of a .prj file (WKT 1 or 2). @throws GeoError geo_malformed */
export function parseWkt(text: string): Wkt {
  const invalid = () => new GeoError('geo_malformed', { detail: 'prj' })
  if (text.length > MOST) throw invalid()
  TOKEN.lastIndex = 0
  const root: Wkt = { keyword: '', values: [], children: [] }
  const open: Wkt[] = [root]
  let word: string | null = null
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const m = TOKEN.exec(text)
    if (!m) throw invalid()
    const [, quoted, number, name, sign] = m
    const top = open.at(-1)
    if (!top) throw invalid()
    if (quoted !== undefined) top.values.push(quoted.replaceAll('""', '"'))
    else if (number !== undefined) top.values.push(Number(number))
    else if (name !== undefined) word = name
    else if (sign === '[' || sign === '(') {
      if (word === null) throw invalid()
      const node: Wkt = { keyword: word.toUpperCase(), values: [], children: [] }
      top.children.push(node)
      open.push(node)
      word = null
    } else if (sign === ']' || sign === ')') {
      // A bare word such as NORTH is not needed here.
      word = null
      open.pop()
    } else word = null
  }
  if (open.length !== 1 || root.children.length !== 1) throw invalid()
  return root.children[0]
}

/** The first node of one of these keywords, the node itself included, in the order of the text. */
export function find(node: Wkt, ...keywords: string[]): Wkt | undefined {
  if (keywords.includes(node.keyword)) return node
  for (const child of node.children) {
    const found = find(child, ...keywords)
    if (found) return found
  }
  return undefined
}

/** All nodes of a keyword. */
export function findAll(node: Wkt, keyword: string): Wkt[] {
  const own = node.keyword === keyword ? [node] : []
  return [...own, ...node.children.flatMap((child) => findAll(child, keyword))]
}
