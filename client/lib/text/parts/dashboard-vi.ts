import { dashboardVi } from '../dashboard-vi.ts'
import { calculationVi } from '../calculation-vi.ts'
import { chartVi } from '../chart-vi.ts'
import { forecastVi } from '../forecast-vi.ts'
import { panelsVi } from '../panels-vi.ts'

/** Of the dashboard as it opens. */
export default {
  ...dashboardVi,
  ...calculationVi,
  ...chartVi,
  ...forecastVi,
  ...panelsVi,
} as const
