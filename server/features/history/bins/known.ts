import { concat, hourBins, hourEdges, type Bins } from '#core/series/index.ts'
import { MISSING } from '#core/quality/index.ts'
import { hasValues, pickBins } from './bins.ts'
import { infos, type BinsOptions } from './context.ts'

/**
 * Hour bins that start in [from, to), made of the readings as they were known at an instant, for which none are kept.
 * A state lasts until then. read: readings as of that instant.
 */
export async function knownBins(
  o: Pick<BinsOptions, 'db' | 'intervalOf' | 'zoneOf'>,
  read: BinsOptions['read'],
  hydroCode: string,
  series: readonly string[],
  from: number,
  to: number,
  knownAt: number,
): Promise<Map<string, Bins>> {
  const out = new Map<string, Bins>()
  const all = hourEdges(from, to, await o.zoneOf(hydroCode))
  const edges = all[0] < from ? all.subarray(1) : all
  const known = await infos(o, hydroCode, series)
  if (edges.length < 2)
    return new Map(series.map((code) => [code, hourBins(NONE, { kind: 'instant', edges: [] })]))
  for (const [kind, codes] of Map.groupBy(series, (code) => known.get(code)!.kind)) {
    const data = await read(hydroCode, codes, edges[0], edges[edges.length - 1], { carry: kind === 'step' })
    for (const code of codes) {
      const s = data.get(code)!
      const ended = kind === 'step' ? concat([s, { ...END, t: Float64Array.of(knownAt) }]) : s
      const { step, lengths } = known.get(code)!
      const bins = hourBins(ended, { kind, edges, step, lengths: lengths?.(ended) })
      out.set(code, pickBins(bins, hasValues(bins)))
    }
  }
  return out
}

const NONE = { t: new Float64Array(0), v: new Float64Array(0), q: new Uint8Array(0) }
/** From here on nothing is known. */
const END = { v: Float64Array.of(NaN), q: Uint8Array.of(MISSING) }
