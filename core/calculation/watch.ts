import type { Balance, BalanceInput, LevelStep } from '#core/balance/index.ts'
import type { Parameters } from '#core/description/index.ts'
import type { Note } from '#core/notes.ts'
import type { Compiled } from '#core/tables/index.ts'
import type { WindowCut } from './inflow.ts'
import type { Input } from './inputs.ts'
import type { RainGauges } from './rain.ts'
import type { RatedStation } from './stations.ts'
import type { Step } from './step.ts'

/** The inflow of one instant, and its inputs. */
export interface InflowExplanation {
  p: Parameters
  balance: Balance
  /** Methods 1 to 3; null for entered or measured inflow. */
  input: BalanceInput | null
  /** How far a lake that moves fast cut the window; null: it did not. */
  cut: WindowCut | null
  /** A jump of the level within the readings used; null: there is none. */
  jump: LevelStep | null
  storageTable: Compiled | null
  /** Methods 4 and 5: the series it was read from. */
  entered: { code: string; input: Input | undefined; from: number; to: number } | null
  notes: Note[]
}

export interface AverageExplanation {
  /** Raw inflow of the instants that count, oldest first. */
  points: { t: number; v: number | null }[]
  mean: number | null
  value: number | null
  floored: boolean
}

/** Observer of one instant of the calculation, called by the code that computes it, while it does. */
export interface InstantObserver {
  t: number
  step?(step: Step): void
  inflow?(explanation: InflowExplanation): void
  average?(explanation: AverageExplanation): void
  /** How the volumes of the interval before it were taken. */
  volume?(notes: Note[]): void
  rain?(code: string, gauges: RainGauges, from: number, to: number, notes: Note[]): void
  station?(at: RatedStation): void
}
