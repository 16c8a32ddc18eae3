/** A program: the product's web server, parser and envelope for the ingest call, with nothing behind them. */
import { postReadings } from '#contract/readings.ts'
import { loadConfig } from '#server/lib/config.ts'
import { parseBatch } from '#server/features/readings/index.ts'
import { systemClock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/database.ts'
import { silentLog } from '#server/lib/log.ts'
import { makeSecrets } from '#server/lib/secrets.ts'
import { createServe, type Caller } from '#server/lib/serve.ts'
import { createWeb } from '#server/lib/web.ts'

const caller: Caller = {
  actor: 'nobody',
  accountId: null,
  sessionId: null,
  tokenId: null,
  hydro: '',
  permissions: [],
  series: null,
  scopes: [],
  language: 'vi',
  address: '',
}

const none = () => Promise.reject(new Error('there is no database here'))
const db = { query: none, tx: none, close: none } as unknown as Database
const { web } = await createWeb(
  {
    config: loadConfig({}),
    db,
    clock: systemClock,
    log: silentLog,
    secrets: makeSecrets('the bench keeps nothing secret'),
  },
  null,
)
const serve = createServe(web, async () => caller, { checkAnswers: false })
serve(postReadings, async ({ request }) => {
  const length = Number(request.headers['content-length'] ?? 0)
  const batch = parseBatch(request.body, request.headers['content-type'], length)
  return { accepted: batch.code.length, unchanged: 0, rejected: [] }
})
process.send!(await web.listen({ host: '127.0.0.1', port: 0 }))
process.once('disconnect', () => process.exit(0))
