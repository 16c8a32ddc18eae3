import { utcDay } from '#core/time/index.ts'
import type { AsOf } from './as-of/as-of.ts'
import type { Entry, JudgedLayers } from './types.ts'

/**
 * Entries as they are shown: with the flags by which the calculation judges readings. Reads only those that a flag
 * covers.
 */
export async function shownEntries(
  readShown: AsOf['readShown'],
  judged: JudgedLayers,
  hydroCode: string,
  entries: ReadonlyMap<string, Entry>,
): Promise<Map<string, Entry>> {
  const out = new Map(entries)
  // By day: a series that is silent for years must not make the others search the flags of years.
  const days = Map.groupBy(entries, ([, e]) => utcDay(e.t))
  const flagged = await Promise.all(
    [...days.values()].map(async (list) => {
      const times = list.map(([, e]) => e.t)
      const codes = list.map(([code]) => code)
      const flags = await judged(hydroCode, codes, Math.min(...times), Math.max(...times))
      return list.filter(([code, { t }]) =>
        flags.some(({ series, layer }) => series === code && layer.from <= t && layer.to >= t),
      )
    }),
  )
  await Promise.all(
    flagged.flat().map(async ([code, { t }]) => {
      const s = (await readShown(hydroCode, [code], t, t)).get(code)
      if (s && s.t.length > 0) out.set(code, { t: s.t[0], v: s.v[0], q: s.q[0] })
    }),
  )
  return out
}
