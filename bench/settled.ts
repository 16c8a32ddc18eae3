import type { Place } from './fixture.ts'
import type { Bench } from './row.ts'

/** Waits until the server has nothing left to compute, at most so long (ms). Returns the ms it took. */
export async function settled(bench: Bench, place: Place, longest = 120_000): Promise<number> {
  const started = performance.now()
  let reported = 0
  for (;;) {
    const [{ n }] = await place.services.db.query<{ n: number }>('SELECT count(*) AS n FROM dirty_span')
    const gone = performance.now() - started
    if (n === 0) return gone
    if (gone > longest) throw new Error(`${n} marks were not settled within ${longest / 1000} s`)
    if (gone - reported > 5000) {
      reported = gone
      bench.report(`waiting for the server to settle ${n} marks`)
    }
    await new Promise((done) => setTimeout(done, 100))
  }
}
