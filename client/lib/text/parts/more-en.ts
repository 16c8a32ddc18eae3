import { chartsEn } from '../charts-en.ts'
import { differenceEn } from '../difference-en.ts'
import { editsEn } from '../edits-en.ts'
import { explainEn } from '../explain-en.ts'
import { gateLogEn } from '../gate-log-en.ts'
import { hydropowerEn } from '../hydropower-en.ts'
import { importsEn } from '../imports-en.ts'
import { itemsEn } from '../items-en.ts'
import { mapEn } from '../map-en.ts'
import { qualityEn } from '../quality-en.ts'
import { settingsEn } from '../settings-en.ts'
import { setupEn } from '../setup-en.ts'
import { shiftLogEn } from '../shift-log-en.ts'
import { stationMapEn } from '../station-map-en.ts'
import { stationsEn } from '../stations-en.ts'
import { tablesEn } from '../tables-en.ts'
import { tokensEn } from '../tokens-en.ts'
import { wallEn } from '../wall-en.ts'
import type { Widen } from '../widen.ts'
import type vi from './more-vi.ts'

export default {
  ...chartsEn,
  ...differenceEn,
  ...editsEn,
  ...explainEn,
  ...gateLogEn,
  ...hydropowerEn,
  ...importsEn,
  ...itemsEn,
  ...mapEn,
  ...qualityEn,
  ...settingsEn,
  ...setupEn,
  ...shiftLogEn,
  ...stationMapEn,
  ...stationsEn,
  ...tablesEn,
  ...tokensEn,
  ...wallEn,
} satisfies Widen<typeof vi>
