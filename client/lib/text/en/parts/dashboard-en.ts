import { dashboardEn } from '../dashboard.ts'
import { calculationEn } from '../calculation.ts'
import { chartEn } from '../chart.ts'
import { forecastEn } from '../forecast.ts'
import { panelsEn } from '../panels.ts'
import type { Widen } from '../../widen.ts'
import type vi from '../../vi/parts/dashboard-vi.ts'

export default {
  ...dashboardEn,
  ...calculationEn,
  ...chartEn,
  ...forecastEn,
  ...panelsEn,
} satisfies Widen<typeof vi>
