/** The description of a plant on the wire: the types of core/description, and the seed of a plant. */
import type {
  Check,
  Outlet,
  Parameters,
  Plant,
  Position,
  Sensor,
  Settings,
  Station,
  Table,
  GeneratingUnit,
} from '#core/description/index.ts'
import type { Deduction, PriceCalendar, Tariff } from '#core/price/index.ts'
import type { SeriesKind } from '#core/series/types.ts'

export type {
  Outlet,
  Parameters,
  Position,
  Sensor,
  Station,
  Table,
  GeneratingUnit,
} from '#core/description/index.ts'

export interface Item<T> {
  id: string
  body: T
}

interface SeriesInfo {
  code: string
  name: string
  unit: string
  kind: SeriesKind
  /** Seconds between readings; null when irregular. */
  step_s: number | null
}

/** A whole plant to set up from nothing. Ids inside are stable names, unique per plant. */
export interface DescriptionSeed {
  hydroCode: string
  plant: Plant
  positions: Item<Position>[]
  gates: Item<Outlet>[]
  units: Item<GeneratingUnit>[]
  stations: Item<Station>[]
  sensors?: Item<Sensor>[]
  tables: Item<Table>[]
  parameters: Parameters
  settings?: Settings
  checks?: Item<Check>[]
  calendars?: Item<PriceCalendar>[]
  tariffs?: Item<Tariff>[]
  deductions?: Item<Deduction>[]
  series: SeriesInfo[]
}
