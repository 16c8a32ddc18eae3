import { setImmediate } from 'node:timers/promises'
import { calculationIntervals } from '#server/features/calculation/index.ts'
import {
  LONGEST_COMPARISON,
  PUBLISHED,
  PUBLISHED_CODES,
  STEP_WITHOUT_RHYTHM,
  byFlood,
  byMonth,
  joinPairs,
  pairUp,
  scoresOf,
  unitChanges,
  unitsOfFactor,
  usualStep,
  volumeOf,
  worstDays,
  type Pairs,
  type PublishedCode,
  type Scores,
} from '#core/published/index.ts'
import { convert, isUnit, compatible } from '#core/quantities.ts'
import { isUsable, type Series } from '#core/series/index.ts'
import { DAY } from '#core/time/index.ts'
import { round } from '#contract/fields.ts'
import { comparePublished, listPublished } from '#contract/published.ts'
import { spansOf, type History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Registry, SeriesRow } from '#server/features/readings/index.ts'
import { notFound, refuseField } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'

/** Both records are read in parts of this length, ms. */
const PART = 31 * DAY
const FLOODS = 10
const DAYS = 15

interface Deps {
  plants: Plants
  history: History
  registry: Registry
}

/** What the owner of the plant published, beside what is computed here. Nothing is stored. */
export function servePublished(serve: Serve, deps: Services & Deps): void {
  const { plants, history, registry, db } = deps

  serve(listPublished, async ({ caller: { hydro } }) => {
    const known = await registry.known(hydro)
    const spans = await spansOf(db.pool, hydro, PUBLISHED_CODES)
    return PUBLISHED_CODES.flatMap((series) => {
      const [row, span] = [known.get(series), spans.get(series)]
      if (!row || !span) return []
      const { computed, unit } = PUBLISHED[series]
      return [{ series, computed, unit, ...span, step: stepOf(row, null) / 1000 }]
    })
  })

  serve(comparePublished, async ({ body: { series, ...span }, caller }) => {
    const { hydro, language } = caller
    const row = await registry.get(hydro, series)
    if (!row) throw notFound(series)
    const { zone } = await plants.plant(hydro)
    const [from, to] = [instantOf(span.from, zone, 'from'), instantOf(span.to, zone, 'to')]
    if (from > to) throw refuseField(language, 'from', 'from_after_to')
    if (to - from > LONGEST_COMPARISON)
      throw refuseField(language, 'from', 'span_too_long', { days: LONGEST_COMPARISON / DAY })
    const every = calculationIntervals(await plants.describe(hydro))
    const parts: Pairs[] = []
    let published = 0
    let step = stepOf(row, null)
    for (let at = from; at <= to; at += PART) {
      const end = Math.min(at + PART - 1, to)
      const own = await history.read(hydro, [series], at, end)
      const record = inUnit(own.get(series)!, row.unit, PUBLISHED[series].unit)
      if (record.t.length === 0) continue
      if (row.step_s === null) step = stepOf(row, record)
      const { computed } = PUBLISHED[series]
      const beside = await history.read(hydro, [computed], at - step, end + step)
      const { unit } = (await registry.get(hydro, computed)) ?? { unit: PUBLISHED[series].unit }
      const ours = inUnit(beside.get(computed)!, unit, PUBLISHED[series].unit)
      parts.push(pairUp(record, ours, { kind: PUBLISHED[series].kind, step, every }))
      published += usableIn(record)
      // Lets ingest run in between.
      await setImmediate()
    }
    const pairs = joinPairs(parts)
    const whole = scoresOf(pairs)
    const months = byMonth(pairs, zone)
    const shown = (s: Scores) => scoresShown(s, series, step)
    return {
      series,
      unit: PUBLISHED[series].unit,
      step: step / 1000,
      from,
      to,
      alone: published - pairs.t.length,
      whole: whole && shown(whole),
      months: months.map((m) => ({
        ...shown(m),
        start: m.start,
        end: m.end,
        slope: m.slope === null ? null : round(m.slope),
      })),
      floods:
        PUBLISHED[series].kind === 'mean'
          ? byFlood(pairs, FLOODS).map((f) => ({ ...shown(f), start: f.start, end: f.end }))
          : [],
      days: worstDays(pairs, zone, DAYS).map((d) => ({
        ...d,
        published: round(d.published, 3),
        computed: round(d.computed, 3),
      })),
      units: unitChanges(months).map((u) => ({
        ...u,
        factor: Number(u.factor.toPrecision(4)),
        units: PUBLISHED[series].unit === 'm3/s' ? unitsOfFactor(u.factor) : null,
      })),
    }
  })
}

/** ms between published values: as registered, else the most frequent distance. */
const stepOf = (row: SeriesRow, record: Series | null): number =>
  row.step_s === null ? ((record && usualStep(record.t)) ?? STEP_WITHOUT_RHYTHM) : row.step_s * 1000

/** Converts a series to another unit; values that cannot be converted stay. */
function inUnit(s: Series, from: string, to: string): Series {
  if (from === to || !isUnit(from) || !isUnit(to) || !compatible(from, to)) return s
  return { ...s, v: s.v.map((v) => convert(v, from, to)) }
}

function usableIn(s: Series): number {
  let n = 0
  for (let i = 0; i < s.t.length; i++) if (isUsable(s, i)) n++
  return n
}

function scoresShown(s: Scores, series: PublishedCode, step: number) {
  const volume = (mean: number) =>
    PUBLISHED[series].kind === 'mean' ? round(volumeOf(mean, s.n, step) / 1e6, 3) : null
  const score = (v: number | null) => (v === null ? null : round(v, 4))
  const peak = ({ t, v }: Scores['peakComputed']) => ({ t, v: round(v, 3) })
  return {
    n: s.n,
    r: score(s.r),
    nse: score(s.nse),
    rmse: round(s.rmse, 3),
    bias: round(s.bias, 3),
    published: round(s.published, 3),
    computed: round(s.computed, 3),
    volume_published: volume(s.published),
    volume_computed: volume(s.computed),
    peak_published: peak(s.peakPublished),
    peak_computed: peak(s.peakComputed),
  }
}
