import type { Description, Sensor, Version } from '#core/description/index.ts'
import { entriesOf, isEndStamped, lowerBound, type Series, type SeriesKind } from '#core/series/index.ts'
import type { Input, Inputs } from './inputs.ts'

/**
 * Effective readings: gain * raw + offset of the sensor's version in force at each reading's instant. A step
 * keeps its value, so it gets an entry where the calibration changes; a mean or total is measured before its stamp, so one
 * that is stamped at a change has the calibration before. Sensors of level positions are left out: a
 * position calibrates its own readings. Source: domain rule 3.2, settings history of sensors.
 */
export function calibratedInputs(d: Description, inputs: Inputs): Inputs {
  const byCode = new Map<string, Version<Sensor>[]>()
  for (const version of d.sensors) {
    const { series, target, gain, offset } = version.body
    if (series === null || target?.noun === 'position' || (gain === 1 && offset === 0)) continue
    const had = byCode.get(series)
    if (had) had.push(version)
    else byCode.set(series, [version])
  }
  if (byCode.size === 0) return inputs
  const cache = new Map<string, Input | undefined>()
  return (code) => {
    const versions = byCode.get(code)
    if (!versions) return inputs(code)
    if (cache.has(code)) return cache.get(code)
    const raw = inputs(code)
    const effective = raw && {
      ...raw,
      series: convert(
        raw.kind === 'step' ? recalibrated(raw.series, versions) : raw.series,
        versions,
        raw.kind,
      ),
    }
    cache.set(code, effective)
    return effective
  }
}

/**
 * The effective value of a reading (of a series other than a position's), by the calibration in force at its instant.
 */
export function effectiveValue(d: Description, code: string, t: number, v: number): number {
  const version = calibrationOf(d, code, t)
  return version ? version.body.gain * v + version.body.offset : v
}

/** The sensor that calibrates a reading of a series of a kind; undefined: none does. */
export function calibrationOf(
  d: Description,
  code: string,
  t: number,
  kind: SeriesKind = 'instant',
): Version<Sensor> | undefined {
  const isIn = isEndStamped(kind)
    ? (v: Version<Sensor>) => t > v.from && t <= end(v)
    : (v: Version<Sensor>) => t >= v.from && t < end(v)
  return d.sensors.findLast((v) => v.body.series === code && v.body.target?.noun !== 'position' && isIn(v))
}

const end = (v: Version<unknown>) => v.to ?? Infinity

function convert(s: Series, versions: readonly Version<Sensor>[], kind: SeriesKind): Series {
  const v = s.v.slice()
  for (const version of versions) {
    const { gain, offset } = version.body
    // Counted from the start, so that positions in `s` are those of its values.
    const before = (t: number) => entriesOf(s, kind, -Infinity, t).t.length
    const last = before(end(version))
    for (let i = before(version.from); i < last; i++) v[i] = gain * s.v[i] + offset
  }
  return { ...s, v }
}

/** Adds an entry with the value in force where a calibration begins or ends and nothing was sent. */
function recalibrated(s: Series, versions: readonly Version<Sensor>[]): Series {
  const first = s.t[0] ?? Infinity
  const last = s.t[s.t.length - 1] ?? -Infinity
  const cuts = new Set<number>()
  for (const version of versions)
    for (const t of [version.from, end(version)]) {
      if (!(t > first) || !Number.isFinite(t)) continue
      // After the last reading the value stays in force, by the new calibration.
      if (t > last || s.t[lowerBound(s.t, t)] !== t) cuts.add(t)
    }
  if (cuts.size === 0) return s
  const sorted = [...cuts].sort((a, b) => a - b)
  const n = s.t.length + sorted.length
  const out: Series = { t: new Float64Array(n), v: new Float64Array(n), q: new Uint8Array(n) }
  let i = 0
  let k = 0
  for (let j = 0; j < n; j++) {
    const own = i < s.t.length && !(k < sorted.length && sorted[k] < s.t[i])
    out.t[j] = own ? s.t[i] : sorted[k++]
    const from = own ? i++ : i - 1
    out.v[j] = s.v[from]
    out.q[j] = s.q[from]
  }
  return out
}
