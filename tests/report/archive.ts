import { inflateRawSync } from 'node:zlib'

/** The files of a zip archive, by name, read by its directory. */
export function filesOf(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const out = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n--) {
    const [packed, nameLength] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const local = bytes.readUInt32LE(at + 42)
    const data = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = bytes.subarray(data, data + packed)
    out.set(name, (bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(content) : content).toString('utf8'))
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return out
}

const plain = (xml: string) =>
  xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

/** The cells of a worksheet: numbers as numbers, texts as texts, empty ones as null. Rows and columns from 0. */
export function cellsOf(xml: string): (number | string | null)[][] {
  const rows: (number | string | null)[][] = []
  for (const [, attributes, content = ''] of xml.matchAll(/<row ([^>]*?)(?:\/>|>(.*?)<\/row>)/gs)) {
    const row: (number | string | null)[] = []
    rows[Number(/r="(\d+)"/.exec(attributes)![1]) - 1] = row
    for (const [, letters, rest, body = ''] of content.matchAll(
      /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
    )) {
      const column = [...letters].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0) - 1
      const text = /<t[^>]*>(.*?)<\/t>/s.exec(body)
      const value = /<v>(.*?)<\/v>/.exec(body)
      row[column] = text ? plain(text[1]) : value ? Number(value[1]) : null
      void rest
    }
  }
  return rows.map((row) => Array.from(row ?? [], (cell) => cell ?? null))
}

export interface ReadSheet {
  name: string
  cells: (number | string | null)[][]
}

/** The worksheets of a workbook that have cells, in the order of its tabs: a chart is a sheet without any. */
export function sheetsOf(bytes: Buffer): ReadSheet[] {
  const files = filesOf(bytes)
  const targets = new Map(
    [...files.get('xl/_rels/workbook.xml.rels')!.matchAll(/<Relationship ([^>]*)\/>/g)].map(([, a]) => [
      /Id="([^"]*)"/.exec(a)![1],
      /Target="([^"]*)"/.exec(a)![1].replace(/^\/?(xl\/)?/, 'xl/'),
    ]),
  )
  return [...files.get('xl/workbook.xml')!.matchAll(/<sheet ([^>]*)\/>/g)].flatMap(([, a]) => {
    const path = targets.get(/r:id="([^"]*)"/.exec(a)![1])!
    if (!path.includes('worksheets/')) return []
    const cells = cellsOf(files.get(path)!)
    return cells.length === 0 ? [] : [{ name: plain(/name="([^"]*)"/.exec(a)![1]), cells }]
  })
}

/** The wall clock of a serial day of a sheet, ms as if it were UTC. */
export const wallOf = (serial: number) => Math.round((serial - 25_569) * 86_400_000)
