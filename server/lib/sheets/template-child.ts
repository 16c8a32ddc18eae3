/**
 * Reads the names of a workbook from stdin, or puts values into its cells. On stdin: the length of a JSON text (4 bytes),
 * the text, and the workbook. Writes lines of JSON. A child process of its own: what a hostile file does to memory or
 * time ends with it.
 */
import { MAX_INFLATED, unzip } from './inflate.ts'
import { flush, readInput, say } from './lines.ts'
import { sayError } from './limits.ts'
import { forbiddenIn } from './template-parts.ts'
import {
  countsFrom1904,
  filledSheet,
  namedCellsOf,
  recalculated,
  worksheetsOf,
  type CellValue,
} from './template-xml.ts'
import { zipped } from './zip.ts'

/** Values as entries, by sheet and reference; absent: the names are read. */
interface Work {
  values?: [sheet: string, cells: [at: string, value: CellValue | { serial: number }][]][]
}

/** Days between the two beginnings from which spreadsheets count. */
const DAYS_TO_1904 = 1462
/** Base64 of a line: a multiple of three bytes. */
const PIECE = 3 * 16_384
const MOST_NAMES = 5000

try {
  const input = await readInput()
  const head = input.readUInt32LE(0)
  const { values } = JSON.parse(input.toString('utf8', 4, 4 + head)) as Work
  const parts = await unzip(input.subarray(4 + head), () => true, { bytes: MAX_INFLATED, entries: 500 })
  if (!parts.has('xl/workbook.xml')) await say({ fault: 'not_xlsx' })
  else if (values === undefined) {
    const forbidden = forbiddenIn(parts)
    if (forbidden) await say({ fault: forbidden.kind, part: forbidden.part })
    else for (const one of namedCellsOf(parts).slice(0, MOST_NAMES)) await say({ named: one })
  } else {
    const bySheet = new Map(values)
    const from1904 = countsFrom1904(parts) ? DAYS_TO_1904 : 0
    for (const { name, path } of worksheetsOf(parts)) {
      const own = (bySheet.get(name) ?? []).map(
        ([at, v]) => [at, typeof v === 'object' && v !== null ? v.serial - from1904 : v] as const,
      )
      parts.set(path, Buffer.from(filledSheet(parts.get(path)!.toString('utf8'), new Map(own))))
    }
    parts.set('xl/workbook.xml', Buffer.from(recalculated(parts.get('xl/workbook.xml')!.toString('utf8'))))
    let rest: Buffer = Buffer.alloc(0)
    for await (const chunk of zipped(partsOf(parts))) {
      rest = Buffer.concat([rest, chunk as Buffer])
      for (; rest.length >= PIECE; rest = rest.subarray(PIECE))
        await say({ bytes: rest.subarray(0, PIECE).toString('base64') })
    }
    await say({ bytes: rest.toString('base64') })
  }
  await say({ end: true })
} catch (error) {
  await say(sayError(error))
}
await flush()

async function* partsOf(parts: ReadonlyMap<string, Buffer>) {
  for (const [name, content] of parts) yield { name, content: [content] }
}
