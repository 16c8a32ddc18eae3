import { auditWordsVi } from '../audit-words.ts'
import { chartsVi } from '../charts.ts'
import { differenceVi } from '../difference.ts'
import { editsVi } from '../edits.ts'
import { explainVi } from '../explain.ts'
import { gateLogVi } from '../gate-log.ts'
import { hydropowerVi } from '../hydropower.ts'
import { importsVi } from '../imports.ts'
import { itemsVi } from '../items.ts'
import { mapVi } from '../map.ts'
import { overviewVi } from '../overview.ts'
import { priceVi } from '../price.ts'
import { publishedVi } from '../published.ts'
import { qualityVi } from '../quality.ts'
import { reportVi } from '../report.ts'
import { reportSheetsVi } from '../report-sheets.ts'
import { reportSchedulesVi } from '../report-schedules.ts'
import { settingsVi } from '../settings.ts'
import { setupVi } from '../setup.ts'
import { shiftLogVi } from '../shift-log.ts'
import { stationMapVi } from '../station-map.ts'
import { stationsVi } from '../stations.ts'
import { statisticsVi } from '../statistics.ts'
import { tablesVi } from '../tables.ts'
import { tokensVi } from '../tokens.ts'
import { wallVi } from '../wall.ts'
import { weatherVi } from '../weather.ts'

/** Texts of all other pages, and of what is opened from the dashboard. */
export default {
  ...auditWordsVi,
  ...chartsVi,
  ...differenceVi,
  ...editsVi,
  ...explainVi,
  ...gateLogVi,
  ...hydropowerVi,
  ...importsVi,
  ...itemsVi,
  ...mapVi,
  ...overviewVi,
  ...priceVi,
  ...publishedVi,
  ...qualityVi,
  ...reportVi,
  ...reportSheetsVi,
  ...reportSchedulesVi,
  ...settingsVi,
  ...setupVi,
  ...shiftLogVi,
  ...stationMapVi,
  ...stationsVi,
  ...statisticsVi,
  ...tablesVi,
  ...tokensVi,
  ...wallVi,
  ...weatherVi,
} as const
