import { dashboardVi } from '../dashboard-vi.ts'
import { calculationVi } from '../calculation-vi.ts'
import { chartVi } from '../chart-vi.ts'
import { chartsVi } from '../charts-vi.ts'
import { explainVi } from '../explain-vi.ts'
import { forecastVi } from '../forecast-vi.ts'
import { panelsVi } from '../panels-vi.ts'

/** Of the dashboard as it opens. */
export default {
  ...dashboardVi,
  ...calculationVi,
  ...chartVi,
  ...chartsVi,
  ...explainVi,
  ...forecastVi,
  ...panelsVi,
} as const
