import type { Client } from '#server/features/history/index.ts'
import { makeId } from '#server/lib/ids.ts'

/** Late data of one call: its series, when it arrived and the span that it fills. */
interface Arrival {
  hydroCode: string
  source: string
  receivedAt: number
  n: number
  from: number
  to: number
}

export async function insertArrivals(client: Client, arrivals: readonly Arrival[]): Promise<void> {
  await client.query(
    `INSERT INTO arrival (hydro_code, arrival_id, received_at, source, n, from_t, to_t)
     SELECT * FROM unnest($1::text[], $2::text[], $3::int8[], $4::text[], $5::int[], $6::int8[], $7::int8[])`,
    [
      arrivals.map((a) => a.hydroCode),
      arrivals.map((a) => makeId('ar', a.receivedAt)),
      arrivals.map((a) => a.receivedAt),
      arrivals.map((a) => a.source),
      arrivals.map((a) => a.n),
      arrivals.map((a) => a.from),
      arrivals.map((a) => a.to),
    ],
  )
}
