import type { Row } from '../row.ts'
import { dailyRow } from './daily.ts'
import { drawn } from './drawn.ts'
import { feed } from './feed.ts'
import { heldBack } from './held-back.ts'
import { importRow } from './import.ts'
import { ingest } from './ingest.ts'
import { latest } from './latest.ts'
import { lighthouseRow } from './lighthouse.ts'
import { marks } from './marks.ts'
import { map } from './map.ts'
import { memory } from './memory.ts'
import { pages } from './pages.ts'
import { outputRow } from './output.ts'
import { reads } from './reads.ts'
import { recalculation } from './recalculation.ts'
import { reportRow } from './report.ts'
import { reservoirs } from './reservoirs.ts'
import { revenueRow } from './revenue.ts'
import { sheets } from './sheets.ts'
import { singles } from './singles.ts'

/** In the order of the budgets. */
export const rows: readonly Row[] = [
  ingest,
  importRow,
  singles,
  reads,
  latest,
  map,
  marks,
  recalculation,
  dailyRow,
  sheets,
  reportRow,
  revenueRow,
  outputRow,
  feed,
  drawn,
  pages,
  lighthouseRow,
  memory,
  heldBack,
  reservoirs,
]
