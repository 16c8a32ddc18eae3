import { dashboardEn } from '../dashboard-en.ts'
import { calculationEn } from '../calculation-en.ts'
import { chartEn } from '../chart-en.ts'
import { forecastEn } from '../forecast-en.ts'
import { panelsEn } from '../panels-en.ts'
import type { Widen } from '../widen.ts'
import type vi from './dashboard-vi.ts'

export default {
  ...dashboardEn,
  ...calculationEn,
  ...chartEn,
  ...forecastEn,
  ...panelsEn,
} satisfies Widen<typeof vi>
