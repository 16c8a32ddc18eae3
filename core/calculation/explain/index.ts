import { inForce, type Description, type Parameters } from '#core/description/index.ts'
import { noted } from '#core/notes.ts'
import { indexAt, type Series } from '#core/series/index.ts'
import { calibratedInputs } from '../calibrated.ts'
import { isEnergyCode } from '../codes.ts'
import { run } from '../compute.ts'
import { energyStepOf } from '../energy.ts'
import type { Inputs } from '../inputs.ts'
import { parametersAt } from '../parameters.ts'
import { seepageAt } from '../step.ts'
import { VOLUMES, volumeLines } from '../volume.ts'
import { HEAD, LAKE, LEVELS, linked, plain, sum, type Context, type Part, type Observed } from './context.ts'
import { explainEnergy } from './energy.ts'
import { averagePart, inflowPart, sigmaPart, windowPart } from './inflow.ts'
import { explainLevel } from './levels.ts'
import { outletPart, gatePart, unitPart } from './outlets.ts'
import { rainPart, stationPart } from './stations.ts'
import { dam, evaporationLines, out, powerPart, release, unitTerms } from './totals.ts'
import type { ValueExplanation, NamedVersion, ParameterExplanation, Saved } from './types.ts'

export { explainReading } from './sent.ts'
export type { Saved } from './types.ts'
export type { ValueExplanation, EffectiveReading } from './types.ts'

const AVERAGE = 'general.inflow_moving_average'
const SIGMA = 'general.inflow_sigma'
const WINDOW = 'general.inflow_window'

/** Units of the parameters shown beside a value. */
const UNITS: Partial<Record<keyof Parameters, string>> = {
  interval: 's',
  window: 's',
  smoothing: 's',
  holdSilent: 's',
  levelRate: 'm/5min',
  envFlow: 'm3/s',
  seepage: 'm3/s',
}
const ALWAYS = ['interval', 'allowSuspect'] as const
const OF: Record<string, readonly (keyof Parameters)[]> = {
  'general.lake_level': ['levelRate'],
  'general.upstream_water_level': ['levelRate'],
  'general.downstream_water_level': ['levelRate'],
  [HEAD]: [
    'inflowMethod',
    'window',
    'holdWindow',
    'sigmaLimit',
    'smoothing',
    'seepageReturns',
    'inflowSeries',
  ],
  [SIGMA]: ['inflowMethod', 'window', 'holdWindow', 'sigmaLimit', 'smoothing'],
  [WINDOW]: ['inflowMethod', 'window', 'holdWindow', 'sigmaLimit'],
  [AVERAGE]: ['movingPoints'],
  'general.total_discharge_out': ['seepageReturns'],
  'general.env_discharge': ['envFlow', 'envSeries', 'holdSilent'],
  'general.seepage': ['seepage', 'seepageReturns'],
}

/**
 * Explains a computed value at an instant of the calculation: it is computed again by the same code, and
 * each part reports its inputs. null: there is no such value then.
 */
export function explainValue(
  d: Description,
  raw: Inputs,
  code: string,
  at: number,
  zone: string,
  /** For a saved instant: what cannot be read from `d` and `raw`, which are those of `whatIf`. */
  saved: Saved = {},
): ValueExplanation | null {
  if (isEnergyCode(code)) {
    const part = explainEnergy(d, raw, calibratedInputs(d, raw), code, at, zone)
    return (
      part && { code, t: at, unit: 'kWh', method: null, reason: null, ...part, ...partsOf(d, code, at, part) }
    )
  }
  const observed: Observed = { rain: new Map(), stations: new Map() }
  const { columns, inputs, tracks } = run(d, raw, at, at, zone, {
    t: at,
    step(step) {
      const explanation = step.explanation(at)
      observed.step = explanation
      observed.levels = {
        1: explanation.lake.explanation(),
        2: explanation.up.explanation(),
        3: explanation.tail.explanation(),
      }
    },
    inflow: (explanation) => (observed.inflow = explanation),
    average: (explanation) => (observed.average = explanation),
    volume: (notes) => (observed.volume = notes),
    rain: (series, gauges, from, to, notes) => observed.rain.set(series, { gauges, from, to, notes }),
    station: (rated) => observed.stations.set(`station.${rated.id}.q`, rated),
  })
  if (saved.average) observed.average = saved.average
  const series =
    code === AVERAGE && saved.average ? averaged(saved.average, at) : columns.series(at).get(code)
  const i = series ? indexAt(series, at) : -1
  if (!series || i < 0 || series.t[i] !== at || !observed.step) return null
  const ctx: Context = {
    d,
    raw,
    inputs,
    at,
    observed,
    step: observed.step,
    track: tracks.lake,
  }
  const part = partOf(ctx, code, series.v[i])
  if (!part) return null
  return {
    code,
    t: at,
    v: series.v[i],
    q: series.q[i],
    unit: unitOf(code),
    method: part.method ?? null,
    reason: part.reason ?? null,
    lines: part.lines,
    inputs: part.inputs,
    ...partsOf(d, code, at, part),
  }
}

const partsOf = (d: Description, code: string, at: number, part: Part) => ({
  versions: once(part.versions),
  parameters: parametersPart(d, code, at),
})

const isVolume = (code: string) => (VOLUMES as readonly string[]).includes(code)

const averaged = ({ value, q }: NonNullable<Saved['average']>, at: number): Series => ({
  t: Float64Array.of(at),
  v: Float64Array.of(value ?? NaN),
  q: Uint8Array.of(q),
})

function unitOf(code: string): string {
  if (code in LEVELS) return 'm'
  if (code === 'general.total_capacity' || isVolume(code)) return 'm3'
  if (code === 'general.power') return 'kW'
  if (code === WINDOW) return 's'
  if (code.startsWith('basin.')) return 'mm'
  return code.endsWith('.method') ? '-' : 'm3/s'
}

function parametersPart(d: Description, code: string, at: number): ValueExplanation['parameters'] {
  // An energy is that of the time before its end.
  if (isEnergyCode(code)) at -= 1
  const p = parametersAt(d, at)
  const isOutlet = /^(leaf|outlet|unit)\./.test(code)
  if (isEnergyCode(code)) {
    const values: ParameterExplanation[] = [
      { name: 'energyStep', value: energyStepOf(d, at) / 1000, unit: 's' },
      { name: 'allowSuspect', value: p.allowSuspect, unit: '' },
      ...(typeof p.ownUse === 'number' ? [{ name: 'ownUse' as const, value: p.ownUse, unit: '' }] : []),
    ]
    return { version: inForce(d.parameters, at) ?? null, values }
  }
  const names = [...ALWAYS, ...(OF[code] ?? []), ...(isOutlet ? (['holdSilent'] as const) : [])]
  const values = names.map((name): ParameterExplanation => {
    const v = p[name]
    return { name, value: v === undefined || typeof v === 'object' ? null : v, unit: UNITS[name] ?? '' }
  })
  return { version: inForce(d.parameters, at) ?? null, values }
}

function once(versions: readonly NamedVersion[]): NamedVersion[] {
  return [...new Map(versions.map((v) => [v.version.version, v])).values()]
}

function partOf(c: Context, code: string, value: number): Part | null {
  const { step, observed, at } = c
  const [kind, ...rest] = code.split('.')
  if (code in LEVELS) {
    const type = LEVELS[code]
    return explainLevel(c.d, c.raw, c.inputs, type, observed.levels![type], at)
  }
  switch (code) {
    case 'general.total_capacity':
      return plain(linked(step.storageNotes, { z: [LAKE, at] }))
    case HEAD:
      return inflowPart(c)
    case SIGMA:
      return sigmaPart(c)
    case WINDOW:
      return windowPart(c)
    case AVERAGE:
      return averagePart(observed.average)
    case 'general.total_discharge_dam':
      return plain(dam(c))
    case 'general.total_discharge_turbine':
      return plain(sum('turbines', 'Q_turbine', step.total.turbine, unitTerms(c)))
    case 'general.total_discharge_out':
      return plain(out(c))
    case 'general.env_discharge':
      return release(c)
    case 'general.power':
      return powerPart(c)
    case 'general.seepage':
      return plain(linked(noted(() => seepageAt(step.p, step.water.z)).notes, { Z: [LAKE, at] }))
    case 'general.evaporation':
      return plain(evaporationLines(c))
  }
  if (isVolume(code)) return plain(volumeLines(code, observed.volume ?? [], value))
  if (kind === 'basin') return rainPart(c, code)
  if (kind === 'station') return stationPart(c, code)
  const id = rest.slice(0, -1).join('.')
  if (kind === 'leaf') return gatePart(c, id)
  if (kind === 'outlet') return outletPart(c, id, code)
  if (kind === 'unit') return unitPart(c, id, code)
  return null
}
