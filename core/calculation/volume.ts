import type { LevelStep, WaterSeries } from '#core/balance/index.ts'
import { noted, noteLine, term, type Note } from '#core/notes.ts'
import { ESTIMATED, GOOD, MISSING, SUSPECT, worst } from '#core/quality/index.ts'
import type { Series } from '#core/series/index.ts'
import { found, lookup, type TableBook } from '#core/tables/index.ts'
import type { Columns } from './columns.ts'
import type { TimeGrid } from './grid.ts'
import { Steps } from './inflow.ts'
import type { Outflow } from './outflow.ts'
import { LEVEL_MEAN } from './reach.ts'
import type { InstantObserver } from './watch.ts'

const INFLOW = 'general.total_discharge_lake'
/** Series of inflow and outflow volumes in the interval before each instant, m3, and the residual of their balance. */
export const VOLUMES = [
  'general.inflow_volume',
  'general.outflow_volume',
  'general.balance_residual',
] as const

/**
 * Volumes of each interval that ends at an instant of the grid, m3, so that they add up over any span: outflow is the
 * integral over every event; inflow is dV + out + losses over exactly that interval (domain rule 3.1), not the inflow
 * of a longer window; where it is measured or entered, it is that. Residual: inflow minus the change of the stored
 * storage minus outflow and losses; 0 where inflow is by balance, except when the storage table changes. Without
 * storage at the previous instant, the interval begins at the last one that has it, within the window (ESTIMATED), so
 * that a missing reading loses no water of the day.
 *
 * jumps: of the level, as for the inflow; volumes whose storage is taken on both sides of one are SUSPECT too.
 */
export function intervalVolumes(
  grid: TimeGrid,
  columns: Columns,
  book: TableBook,
  outflow: Outflow,
  jumps: readonly LevelStep[],
  watch?: InstantObserver,
): void {
  const { t } = grid
  const [came, left, rest] = VOLUMES.map((code) => columns.writer(code))
  const level = columns.values('general.lake_level')
  const [storage, storageQ] = [
    columns.values('general.total_capacity'),
    columns.qualities('general.total_capacity'),
  ]
  const [inflow, inflowQ] = [columns.values(INFLOW), columns.qualities(INFLOW)]
  const answer = found()
  const steps = new Steps(jumps)
  for (const { first, n, p } of grid.segments) {
    const reach = Math.max(p.window, p.interval) * 1000
    for (let i = first; i < first + n; i++) {
      left(i, outflow.passed[i], outflow.passedQ[i])
      let k = i - 1
      while (k >= 0 && storage[k] !== storage[k] && t[i] - t[k - 1] <= reach) k--
      if (k < 0 || storage[k] !== storage[k] || storage[i] !== storage[i]) {
        came(i, NaN, worst(storageQ[i], MISSING))
        rest(i, NaN, MISSING)
        continue
      }
      let [out, lost, measured] = [0, 0, 0]
      let q = worst(storageQ[i], storageQ[k])
      let measuredQ = GOOD
      for (let j = k + 1; j <= i; j++) {
        const seconds = (t[j] - t[j - 1]) / 1000
        out += outflow.passed[j]
        lost += ((outflow.losses[j - 1] + outflow.losses[j]) / 2) * seconds
        measured += inflow[j] * seconds
        q = worst(q, outflow.passedQ[j])
        measuredQ = worst(measuredQ, inflowQ[j])
      }
      if (k < i - 1) q = worst(q, ESTIMATED)
      // The level at an instant is the mean of the readings just before it.
      const jump = steps.within(t[k] - LEVEL_MEAN, t[i])
      if (jump) q = worst(q, SUSPECT)
      // A new storage table is new knowledge of the same lake, not water that came or went.
      const table = book.zv.at(t[i])
      const before =
        table && table !== book.zv.at(t[k]) ? lookup(table, level[k], 'loop', answer) : storage[k]
      const byBalance = p.inflowMethod <= 3
      const volume = byBalance ? storage[i] - before + out + lost : measured
      const residual = withoutDust(volume - (storage[i] - storage[k]) - out - lost)
      came(i, volume, byBalance ? q : measuredQ)
      rest(i, residual, byBalance ? q : worst(q, measuredQ))
      if (!watch?.volume || t[i] !== watch.t) continue
      const { notes } = noted(() => {
        const m3 = (value: number) => term(value, 'm3')
        const dt = term((t[i] - t[k]) / 1000, 's')
        if (byBalance) {
          if (jump) {
            const Z_j = { ...term(jump.change, 'm'), t: jump.t }
            noteLine('level_jump', 'dZ', jump.change, 'm', 'Z_j', { Z_j })
          }
          noteLine('change', 'dV', storage[i] - before, 'm3', 'V_2 - V_1', {
            V_2: { ...m3(storage[i]), t: t[i] },
            V_1: { ...m3(before), t: t[k] },
          })
          const terms = { dV: m3(storage[i] - before), W_out: m3(out), W_L: m3(lost) }
          noteLine('inflow_volume', 'W_in', volume, 'm3', 'dV + W_out + W_L', terms)
        } else {
          const Q_in = term(measured / dt.value, 'm3/s')
          noteLine('inflow_volume', 'W_in', volume, 'm3', 'Q_in * dt', { Q_in, dt })
        }
        const terms = {
          W_in: m3(volume),
          V_2: m3(storage[i]),
          V_1: m3(storage[k]),
          W_out: m3(out),
          W_L: m3(lost),
        }
        if (residual === 0) noteLine('residual', 'r', 0, 'm3', '0', {})
        else noteLine('residual', 'r', residual, 'm3', 'W_in - (V_2 - V_1) - W_out - W_L', terms)
      })
      watch.volume(notes)
    }
  }
}

/** Sets rounding residues below a litre, which sums of hundreds of millions leave, to 0. */
const withoutDust = (m3: number) => (Math.abs(m3) < 0.001 ? 0 : m3)

/** The lines of one of the volumes, from the notes of an instant. */
export function volumeLines(code: string, notes: readonly Note[], passed: number): Note[] {
  if (code === 'general.balance_residual') return [...notes]
  if (code === 'general.inflow_volume') return notes.filter((n) => n.id !== 'residual')
  const W_out = term(passed, 'm3')
  return [{ id: 'passed', symbol: 'W_out', value: passed, unit: 'm3', expression: '', terms: { W_out } }]
}

/** The computed series of the water balance (core/balance `closing`), from series by code. */
export function waterOf(data: ReadonlyMap<string, Series>, seepageReturns: boolean): WaterSeries {
  const lost = data.get('general.evaporation')
  return {
    storage: data.get('general.total_capacity'),
    inflow: data.get(INFLOW),
    outflow: data.get('general.total_discharge_out'),
    inflowVolume: data.get(VOLUMES[0]),
    outflowVolume: data.get(VOLUMES[1]),
    losses: seepageReturns ? [lost] : [lost, data.get('general.seepage')],
  }
}

/** The series that `waterOf` reads. */
export const WATER_SERIES: readonly string[] = [
  INFLOW,
  'general.total_discharge_out',
  'general.total_capacity',
  'general.evaporation',
  'general.seepage',
  ...VOLUMES,
]
