import type pg from 'pg'

/** The connection that pg passes to a query with its own protocol handling. */
interface Wire {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** COPY ... FROM STDIN with all data in memory, the cheapest way. Returns the ms it took. */
export async function copyIn(
  client: pg.ClientBase,
  text: string,
  chunks: readonly Buffer[],
): Promise<number> {
  const started = performance.now()
  await new Promise<void>((resolve, reject) => {
    let failed: Error | null = null
    const query = {
      submit: (wire: Wire) => wire.query(text),
      handleCopyInResponse(wire: Wire) {
        for (const chunk of chunks) wire.sendCopyFromChunk(chunk)
        wire.endCopyFrom()
      },
      handleCommandComplete() {},
      handleError(error: Error) {
        failed = error
        reject(error)
      },
      handleReadyForQuery: () => failed ?? resolve(),
    }
    client.query(query as unknown as pg.Submittable)
  })
  return performance.now() - started
}

export interface PackedDay {
  day: number
  n: number
  bytes: Buffer
}

/** Rows (hydro_code text, series text, day int4, n int4, bytes bytea) in PostgreSQL's binary COPY format. */
export function binaryDays(hydroCode: string, series: string, days: readonly PackedDay[]): Buffer[] {
  const head = Buffer.alloc(19)
  head.write('PGCOPY\n\xff\r\n\0', 'latin1')
  const text = (value: string) => {
    const out = Buffer.alloc(4 + Buffer.byteLength(value))
    out.writeInt32BE(out.length - 4)
    out.write(value, 4)
    return out
  }
  const codes = Buffer.concat([Buffer.from([0, 5]), text(hydroCode), text(series)])
  const rows = days.map(({ day, n, bytes }) => {
    const numbers = Buffer.alloc(20)
    numbers.writeInt32BE(4)
    numbers.writeInt32BE(day, 4)
    numbers.writeInt32BE(4, 8)
    numbers.writeInt32BE(n, 12)
    numbers.writeInt32BE(bytes.length, 16)
    return Buffer.concat([codes, numbers, bytes])
  })
  return [head, ...rows, Buffer.from([0xff, 0xff])]
}
