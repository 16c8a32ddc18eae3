import { auditWordsEn } from '../audit-words.ts'
import { chartsEn } from '../charts.ts'
import { differenceEn } from '../difference.ts'
import { editsEn } from '../edits.ts'
import { explainEn } from '../explain.ts'
import { gateLogEn } from '../gate-log.ts'
import { hydropowerEn } from '../hydropower.ts'
import { importsEn } from '../imports.ts'
import { itemsEn } from '../items.ts'
import { mapEn } from '../map.ts'
import { overviewEn } from '../overview.ts'
import { priceEn } from '../price.ts'
import { publishedEn } from '../published.ts'
import { qualityEn } from '../quality.ts'
import { reportEn } from '../report.ts'
import { reportSheetsEn } from '../report-sheets.ts'
import { reportSchedulesEn } from '../report-schedules.ts'
import { settingsEn } from '../settings.ts'
import { setupEn } from '../setup.ts'
import { shiftLogEn } from '../shift-log.ts'
import { stationMapEn } from '../station-map.ts'
import { stationsEn } from '../stations.ts'
import { statisticsEn } from '../statistics.ts'
import { tablesEn } from '../tables.ts'
import { tokensEn } from '../tokens.ts'
import { wallEn } from '../wall.ts'
import { weatherEn } from '../weather.ts'
import type { Widen } from '../../widen.ts'
import type vi from '../../vi/parts/more-vi.ts'

export default {
  ...auditWordsEn,
  ...chartsEn,
  ...differenceEn,
  ...editsEn,
  ...explainEn,
  ...gateLogEn,
  ...hydropowerEn,
  ...importsEn,
  ...itemsEn,
  ...mapEn,
  ...overviewEn,
  ...priceEn,
  ...publishedEn,
  ...qualityEn,
  ...reportEn,
  ...reportSheetsEn,
  ...reportSchedulesEn,
  ...settingsEn,
  ...setupEn,
  ...shiftLogEn,
  ...stationMapEn,
  ...stationsEn,
  ...statisticsEn,
  ...tablesEn,
  ...tokensEn,
  ...wallEn,
  ...weatherEn,
} satisfies Widen<typeof vi>
