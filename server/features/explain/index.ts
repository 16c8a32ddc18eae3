import { isComputedCode, isWhatIf } from '#core/calculation/index.ts'
import {
  explainValue as explainComputed,
  explainReading,
  type ValueExplanation,
} from '#core/calculation/explain/index.ts'
import type { Description } from '#core/description/index.ts'
import { EDITED } from '#core/quality/index.ts'
import { DAY, HOUR, toLocal } from '#core/time/index.ts'
import { explain, type Explanation } from '#contract/explain.ts'
import { type Language } from '#contract/messages.ts'
import { seriesName } from '#contract/series-names.ts'
import { lastInstant, readInputs } from '#server/features/calculation/index.ts'
import type { History, Layers } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { PriceDeps } from '#server/features/price/index.ts'
import type { Readings, SeriesRow } from '#server/features/readings/index.ts'
import { notFound, refuseField } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { VERSION } from '#server/version.ts'
import { readingKeyOf, layersAt } from './layer-store.ts'
import { versionDescriber } from './people.ts'
import { serveExplainRevenue } from './revenue.ts'
import { savedAt, type SavedInstant } from './saved.ts'
import { entryAt, isSameValue, storedOf, whyOther } from './store.ts'
import { inputOf, linesOf, real } from './wire.ts'

interface Deps {
  plants: Plants
  history: History
  readings: Readings
  /** Edits and flags, as history applies them to readings. */
  layers: Layers
  viewOf: PriceDeps['viewOf']
}

/** Explains any value, computed or sent, with everything that it rests on. Stores nothing. */
export function serveExplain(serve: Serve, deps: Services & Deps): void {
  const s: Services = deps
  const { plants, history, readings } = deps

  serveExplainRevenue(serve, s, deps)
  serve(explain, async ({ query, caller }) => {
    const { hydro, language } = caller
    const [d, zone, series] = await Promise.all([
      plants.describe(hydro),
      plants.zone(hydro),
      readings.registry.known(hydro, [query.series]),
    ])
    const row = series.get(query.series)
    if (!row) throw notFound(query.series)
    const now = s.clock.now()
    const requested = query.at === undefined ? now : atOf(query.at, zone)
    if (requested > now) throw refuseField(language, 'at', 'not_yet')
    const computed = isComputedCode(row.code)
    const last = await history.at(hydro, row.code, requested)
    const at = computed ? instantNear(d, requested, last?.t ?? null) : (last?.t ?? requested)
    if (!computed)
      return answer(s, deps, { d, row, explained: await ofReading(deps, d, row, at), zone, series, language })
    const [inputs, own] = await Promise.all([
      readInputs(deps, d, at, at, now),
      savedAt(s, deps, d, row.code, at, zone),
    ])
    const sensors = explainComputed(d, inputs, row.code, at, zone)
    const explained = own ? explainComputed(own.d, own.inputs, row.code, at, zone, own.saved) : sensors
    if (!explained) throw notFound(`${row.code} ${toLocal(at, zone)}`)
    return answer(s, deps, { d, row, explained, zone, series, language, computed: { own, sensors } })
  })
}

/** Reads epoch ms or local time. @throws Problem 400 naming `at` */
const atOf = (at: string, zone: string): number => (/^\d+$/.test(at) ? Number(at) : instantOf(at, zone, 'at'))

/** The instant of the stored value nearest to the request, else the calculation's own at or before it. */
function instantNear(d: Description, requested: number, stored: number | null): number {
  const own = lastInstant(d, requested)
  return stored !== null && stored > own - HELD ? stored : own
}
/** A stored value this much older than the last computed instant is not taken for it, ms. */
const HELD = HOUR

/** Explains a sent value from its series alone: nothing may be computed from it. */
async function ofReading(deps: Deps, d: Description, row: SeriesRow, at: number): Promise<ValueExplanation> {
  const data = await deps.history.read(d.hydroCode, [row.code], at - LOOK_BACK, at)
  const own = data.get(row.code)!
  return explainReading(
    d,
    (code) => (code === row.code ? { series: own, kind: row.kind, unit: row.unit } : undefined),
    row.code,
    row.name,
    row.unit,
    at,
  )
}
/** How far back checks of a level read, ms. */
const LOOK_BACK = 3 * DAY

interface ExplanationParts {
  d: Description
  row: SeriesRow
  explained: ValueExplanation
  zone: string
  series: ReadonlyMap<string, SeriesRow>
  language: Language
  /** The explanations by the automatic calculation and by the active save. Absent: the value was sent. */
  computed?: { own: SavedInstant | null; sensors: ValueExplanation | null }
}

async function answer(s: Services, deps: Deps, parts: ExplanationParts): Promise<Explanation> {
  const { d, row, explained, zone, series, language, computed } = parts
  const { hydroCode } = d
  const { own = null, sensors = null } = computed ?? {}
  const describeVersion = versionDescriber(s, hydroCode)
  const read = explained.inputs.flatMap((i) => (i.t === null ? [] : [{ code: i.code, t: i.t }]))
  const [lines, layers, entry] = await Promise.all([
    linesOf(d, explained.lines, describeVersion, language),
    layersAt(s, deps, hydroCode, read),
    computed ? entryAt(deps.history, hydroCode, explained.code, explained.t) : null,
  ])
  const inputs = await Promise.all(
    explained.inputs.map((i) => {
      const laid = i.t === null ? undefined : layers.get(readingKeyOf(i.code, i.t))
      const info = series.get(i.code)
      const about = {
        name: info ? seriesName(info, language) : '',
        unit: info?.unit ?? i.unit,
        raw: null,
        acts: [],
        ...laid,
      }
      return inputOf(i, about, explained.t, zone, describeVersion)
    }),
  )
  const stored = entry ? await storedOf(s, hydroCode, explained.code, entry, own?.run ?? null) : null
  const same = isSameValue(explained, entry)
  const why =
    computed && !same
      ? await whyOther(s, d, { t: explained.t, series: explained.code }, entry, stored?.run ?? null)
      : null
  const { parameters: p } = explained
  return {
    series: row.code,
    name: seriesName(row, language),
    kind: computed ? 'computed' : 'reading',
    t: explained.t,
    date_string: toLocal(explained.t, zone),
    value: entry ? real(entry.v) : real(explained.v),
    unit: explained.unit,
    quality: entry ? entry.q : explained.q,
    method: explained.method,
    reason: explained.reason,
    lines,
    inputs,
    parameters:
      p && p.version
        ? { ...(await describeVersion({ noun: 'parameters', version: p.version })), values: p.values }
        : null,
    versions: await Promise.all(
      explained.versions.filter((v) => !isWhatIf(v.version.id)).map(describeVersion),
    ),
    stored,
    recomputed: computed ? { value: real(explained.v), quality: explained.q, same, why } : null,
    // Where nothing was entered, the result rests on the sensors alone.
    from_sensors:
      own && sensors && (explained.q & EDITED) !== 0 ? { value: real(sensors.v), quality: sensors.q } : null,
    code_version: VERSION,
  }
}
