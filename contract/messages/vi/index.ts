import { accountMessages } from './account.ts'
import { calculationMessages } from './calculation.ts'
import { cameraMessages } from './camera.ts'
import { descriptionMessages } from './description.ts'
import { deviceMessages } from './device.ts'
import { editMessages } from './edit.ts'
import { forecastMessages } from './forecast.ts'
import { gateLogMessages } from './gate-log.ts'
import { generalMessages } from './general.ts'
import { geoMessages } from './geo.ts'
import { importMessages } from './import.ts'
import { observeMessages } from './observe.ts'
import { priceMessages } from './price.ts'
import { qualityMessages } from './quality.ts'
import { reportMessages } from './report.ts'
import { sheetMessages } from './sheet.ts'
import { sheetsMessages } from './sheets.ts'
import { shiftLogMessages } from './shift-log.ts'
import { statisticsMessages } from './statistics.ts'
import { tableMessages } from './table.ts'
import { timelineMessages } from './timeline.ts'
import { viewsMessages } from './views.ts'
import { wallMessages } from './wall.ts'
import { weatherMessages } from './weather.ts'

export const viMessages = {
  ...accountMessages,
  ...calculationMessages,
  ...cameraMessages,
  ...descriptionMessages,
  ...deviceMessages,
  ...editMessages,
  ...forecastMessages,
  ...gateLogMessages,
  ...generalMessages,
  ...geoMessages,
  ...importMessages,
  ...observeMessages,
  ...priceMessages,
  ...qualityMessages,
  ...reportMessages,
  ...sheetMessages,
  ...sheetsMessages,
  ...shiftLogMessages,
  ...statisticsMessages,
  ...tableMessages,
  ...timelineMessages,
  ...viewsMessages,
  ...wallMessages,
  ...weatherMessages,
} as const
