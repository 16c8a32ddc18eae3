import { DAY } from '#core/time/units.ts'
import { gridOver } from '#core/calculation/index.ts'
import type { Description } from '#core/description/index.ts'
import type { Uncomputed } from '#contract/calculation.ts'
import type { History } from '#server/features/history/index.ts'
import type { Services } from '#server/lib/services.ts'
import { createGaps } from './gaps.ts'
import { lastInstant, zoneOf } from './instants.ts'
import { HEAD } from './publish.ts'
import { firstReading } from './runs/store.ts'
import { madeAt } from './store.ts'

/** Manual operation that ended longer ago is no longer reported, ms. */
const LOOK_BACK = 366 * DAY
/** How long a result is cached, ms: what other processes compute is seen after this time at the latest. */
const FRESH = 15_000

/**
 * Finds spans whose instants have no result. In manual operation: nobody saved them and, as switching back to automatic
 * does not compute them, nobody recalculated them. In automatic operation: it stopped for longer than it fills in by
 * itself. The result is cached until something is stored.
 */
export function createUncomputed(s: Services, { history }: { history: History }) {
  const kept = new Map<string, { at: number; key: string; spans: Promise<Uncomputed[]> }>()
  const gapsOf = createGaps(s, { history })
  const both = async (d: Description, now: number): Promise<Uncomputed[]> => {
    const [stood, stopped] = await Promise.all([findUncomputed(s, history, d, now), stops(d, now)])
    return [...stood, ...stopped].sort((a, b) => a.from - b.from)
  }
  /** Gaps of automatic operation since the reservoir was created; imported time before is not examined. */
  const stops = async (d: Description, now: number): Promise<Uncomputed[]> => {
    const made = await madeAt(s.db, d.hydroCode)
    if (made === null) return []
    const from = Math.max(made, now - LOOK_BACK)
    const gaps = from < now ? await gapsOf(d, { from, to: now }) : []
    return gaps.map((gap) => ({ ...gap, method: 'automatic', ended: true }))
  }
  history.onChange((changes) => {
    for (const c of changes) if (c.series === HEAD) kept.delete(c.hydroCode)
  })

  return (d: Description): Promise<Uncomputed[]> => {
    const now = s.clock.now()
    const versions = d.parameters.map((v) => v.version)
    const key = [lastInstant(d, now), ...versions].join(' ')
    const had = kept.get(d.hydroCode)
    if (had && had.key === key && performance.now() - had.at < FRESH) return had.spans
    const entry = { at: performance.now(), key, spans: both(d, now) }
    entry.spans.catch(() => kept.get(d.hydroCode) === entry && kept.delete(d.hydroCode))
    kept.set(d.hydroCode, entry)
    return entry.spans
  }
}

async function findUncomputed(
  s: Services,
  history: History,
  d: Description,
  now: number,
): Promise<Uncomputed[]> {
  const stretches = manual(d)
  if (stretches.length === 0) return []
  const first = await firstReading(s.db.pool, d.hydroCode)
  if (first === null) return []
  const last = lastInstant(d, now)
  const found: Uncomputed[] = []
  for (const { from: a, to: b } of stretches) {
    const [from, to] = [Math.max(a, first, now - LOOK_BACK), Math.min(b - 1, last)]
    if (from > to) continue
    const stored = await history.read(d.hydroCode, [HEAD], from, to, { raw: true })
    const there = new Set(stored.get(HEAD)!.t)
    const missing = gridOver(d, from, to, zoneOf(d, now)).t.filter((t) => !there.has(t))
    if (missing.length === 0) continue
    const ended = b <= now
    found.push({
      from: missing[0],
      to: missing.at(-1)!,
      instants: missing.length,
      method: 'manual',
      ended,
    })
  }
  return found
}

/** Spans of manual operation, [from, to), by the parameters in force. */
function manual(d: Description): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = []
  for (const v of d.parameters.toSorted((x, y) => x.from - y.from)) {
    if (v.body.operation !== 'manual') continue
    const before = stretches.at(-1)
    const to = v.to ?? Infinity
    if (before?.to === v.from) before.to = to
    else stretches.push({ from: v.from, to })
  }
  return stretches
}
