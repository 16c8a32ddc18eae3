import { setImmediate } from 'node:timers/promises'
import { energyInputSeries, energyShares, reachOf } from '#core/calculation/index.ts'
import { PARTIAL } from '#core/quality/index.ts'
import { isUsable, type Series } from '#core/series/index.ts'
import { DAY, type TimeSpan } from '#core/time/index.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'
import type { PriceView } from './types.ts'

/** Time whose readings are read at once. */
const READ_AT_ONCE = 7 * DAY

/**
 * The known share, 0-1, of each step of energy of which power or meter were silent for a time, by its end. A step is
 * stored as its energy and a quality, so the share is found from the readings again: decision 0113. unit: null for the
 * net energy of the plant.
 */
export async function readShares(
  view: PriceView,
  known: ReadonlyMap<string, SeriesRow>,
  { energy, steps }: { energy: Series; steps: readonly TimeSpan[] },
  unit: string | null,
): Promise<Map<number, number>> {
  const { description: d, hydro, at } = view
  const shares = new Map<number, number>()
  const ends = new Set([...energy.t].filter((_, i) => isUsable(energy, i) && (energy.q[i] & 7) >= PARTIAL))
  const partial = steps.filter((s) => ends.has(s.to))
  const codes = energyInputSeries(d)
  const reach = reachOf(d)
  for (let i = 0; i < partial.length;) {
    const first = partial[i].to
    const some = partial.slice(i, i + partial.slice(i).findLastIndex((s) => s.to < first + READ_AT_ONCE) + 1)
    i += some.length
    const data = await view.read(
      hydro,
      codes,
      first - reach.before,
      Math.min(at, some.at(-1)!.to + reach.back),
      {
        carry: true,
      },
    )
    const inputs: Parameters<typeof energyShares>[1] = (code) => {
      const series = data.get(code)
      const info = known.get(code)
      return series && { series, kind: info?.kind ?? 'instant', unit: info?.unit }
    }
    for (const [t, share] of energyShares(d, inputs, some, unit)) shares.set(t, share)
    await setImmediate()
  }
  return shares
}
