import { chartsVi } from '../charts-vi.ts'
import { differenceVi } from '../difference-vi.ts'
import { editsVi } from '../edits-vi.ts'
import { explainVi } from '../explain-vi.ts'
import { gateLogVi } from '../gate-log-vi.ts'
import { hydropowerVi } from '../hydropower-vi.ts'
import { importsVi } from '../imports-vi.ts'
import { itemsVi } from '../items-vi.ts'
import { mapVi } from '../map-vi.ts'
import { qualityVi } from '../quality-vi.ts'
import { settingsVi } from '../settings-vi.ts'
import { setupVi } from '../setup-vi.ts'
import { shiftLogVi } from '../shift-log-vi.ts'
import { stationMapVi } from '../station-map-vi.ts'
import { stationsVi } from '../stations-vi.ts'
import { tablesVi } from '../tables-vi.ts'
import { tokensVi } from '../tokens-vi.ts'
import { wallVi } from '../wall-vi.ts'

/** Of all other pages, and of what is opened from the dashboard. */
export default {
  ...chartsVi,
  ...differenceVi,
  ...editsVi,
  ...explainVi,
  ...gateLogVi,
  ...hydropowerVi,
  ...importsVi,
  ...itemsVi,
  ...mapVi,
  ...qualityVi,
  ...settingsVi,
  ...setupVi,
  ...shiftLogVi,
  ...stationMapVi,
  ...stationsVi,
  ...tablesVi,
  ...tokensVi,
  ...wallVi,
} as const
