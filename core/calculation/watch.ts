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
  /** How much of the window was cut while the lake level changed fast; null: nothing. */
  cut: WindowCut | null
  /** A jump of the level within the readings used; null: none. */
  jump: LevelStep | null
  storageTable: Compiled | null
  /** Methods 4 and 5: the series it was read from. */
  entered: { code: string; input: Input | undefined; from: number; to: number } | null
  notes: Note[]
}

export interface AverageExplanation {
  /** Raw inflow of the instants in the average, oldest first. */
  points: { t: number; v: number | null }[]
  mean: number | null
  value: number | null
  floored: boolean
}

/** Observer of one instant, called by the code that computes it. */
export interface InstantObserver {
  t: number
  step?(step: Step): void
  inflow?(explanation: InflowExplanation): void
  average?(explanation: AverageExplanation): void
  /** Notes on the volumes of the interval before it. */
  volume?(notes: Note[]): void
  rain?(code: string, gauges: RainGauges, from: number, to: number, notes: Note[]): void
  station?(at: RatedStation): void
}
