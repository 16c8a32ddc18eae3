import { dashboardVi } from '../dashboard.ts'
import { calculationVi } from '../calculation.ts'
import { chartVi } from '../chart.ts'
import { forecastVi } from '../forecast.ts'
import { panelsVi } from '../panels.ts'

/** Texts of the dashboard as it opens. */
export default {
  ...dashboardVi,
  ...calculationVi,
  ...chartVi,
  ...forecastVi,
  ...panelsVi,
} as const
