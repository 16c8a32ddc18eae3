import type { Description } from '#core/description/index.ts'
import type { Note, Term } from '#core/notes.ts'
import type { run } from '../compute.ts'
import type { Cursor } from '../cursor.ts'
import type { Inputs } from '../inputs.ts'
import type { GateExplanation } from '../gate.ts'
import type { OutletsExplanation } from '../outlets.ts'
import type { RainGauges } from '../rain.ts'
import type { RatedStation } from '../stations.ts'
import type { StepExplanation } from '../step.ts'
import type { AverageExplanation, InflowExplanation } from '../watch.ts'
import { nothing, ofCursor, type Named } from './reading.ts'
import type { ValueExplanation, NamedVersion, EffectiveReading } from './types.ts'

type LevelExplanation = { at: number[]; v: number[]; held: boolean }
export type UnitExplanation = OutletsExplanation['units'][number]

/** What was observed while the instant was computed. */
export interface Observed {
  step?: StepExplanation
  levels?: Record<1 | 2 | 3, LevelExplanation>
  inflow?: InflowExplanation
  average?: AverageExplanation
  volume?: Note[]
  rain: Map<string, { gauges: RainGauges; from: number; to: number; notes: Note[] }>
  stations: Map<string, RatedStation>
}

export type Part = Pick<ValueExplanation, 'lines' | 'inputs' | 'versions'> &
  Partial<Pick<ValueExplanation, 'method' | 'reason'>>

export interface Context {
  d: Description
  raw: Inputs
  inputs: Inputs
  at: number
  observed: Observed
  step: StepExplanation
  track: ReturnType<typeof run>['tracks']['lake']
}

export const LEVELS: Record<string, 1 | 2 | 3> = {
  'general.lake_level': 1,
  'general.upstream_water_level': 2,
  'general.downstream_water_level': 3,
}
export const LAKE = 'general.lake_level'
export const DOWN = 'general.downstream_water_level'
export const HEAD = 'general.total_discharge_lake'

/** A part with lines alone, without readings or versions. */
export const plain = (lines: Note[]): Part => ({ lines, inputs: [], versions: [] })

/** Links the terms of lines to the series that explain them, by symbol. */
export function linked(lines: readonly Note[], links: Record<string, [series: string, t: number]>): Note[] {
  const link = (line: Note): Note => {
    const terms = Object.fromEntries(
      Object.entries(line.terms).map(([symbol, one]): [string, Term] => {
        const [series, t] = links[symbol] ?? []
        return [symbol, series === undefined || one.series ? one : { ...one, series, t }]
      }),
    )
    return { ...line, terms }
  }
  return lines.map(link)
}

/** A sum of named terms. */
export function sum(
  id: string,
  symbol: string,
  value: number,
  terms: readonly Term[],
  unit = 'm3/s',
): Note[] {
  const named = Object.fromEntries(terms.map((one, i) => [`q_${i + 1}`, one]))
  const expression = terms.length === 0 ? '0' : Object.keys(named).join(' + ')
  return [{ id, symbol, value, unit, expression, terms: named }]
}

/** The reading at which a cursor is, with its calibration; without a cursor, a missing reading of that name. */
export const inputOf = (c: Context, cursor: Cursor | null, named: Named): EffectiveReading =>
  cursor ? ofCursor(c.d, c.raw, cursor, c.at, named) : nothing(named)

/** The calibrations of readings that have one, as versions in force. */
export const versionsOf = (inputs: readonly EffectiveReading[]): NamedVersion[] =>
  inputs.flatMap((i) => (i.calibration ? [i.calibration] : []))

/** Every gate of every outlet, with its discharge. */
export const gatesOf = (c: Context) => c.step.outlets.gates.flatMap((g) => g.outletGates)

/** The discharge of a gate as a term, m3/s, linked to its own explanation. */
export const gateTerm = (c: Context, { outletGate, gate, out }: GateExplanation): Term => ({
  value: out.value,
  unit: 'm3/s',
  name: gate.leaves.length > 1 ? `${gate.name}, ${outletGate.name}` : gate.name,
  series: `leaf.${outletGate.id}.q`,
  t: c.at,
})
