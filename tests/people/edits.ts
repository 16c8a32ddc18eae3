import { addAct, setReview, type EditInput } from '#contract/edits.ts'
import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import { MINUTE, toLocal } from '#core/time/index.ts'
import { demoDescription } from '#plant/describe.ts'
import type { Answer, TestServer } from '../server.ts'
import type { Use } from './walk.ts'

const { hydroCode } = demoDescription()
const EDITED = Date.UTC(2026, 0, 1)
const REVIEWED = Date.UTC(2026, 3, 1)
const APPROVED = Date.UTC(2026, 6, 1)
let made = 0

/** A value that was not entered before. */
const act = (from = EDITED): EditInput => {
  const t = from + made++ * MINUTE
  return { kind: 'replace', series: 'level.reservoir.1', from: t, to: t, points: [[t, 400]] }
}
const reviewed = () => {
  const from = REVIEWED + made++ * MINUTE
  return { from, to: from }
}

/** Bodies with which the calls of edits and reviews succeed. */
export function editSamples() {
  return {
    'POST /api/renew/v1/edits/read': { body: { series: 'level.reservoir.1', from: EDITED, to: EDITED + 1 } },
    'POST /api/renew/v1/edits/getall': { body: { from: EDITED, to: EDITED + 1 } },
    'POST /api/renew/v1/edits/preview': () => ({ body: { act: act() } }),
    'POST /api/renew/v1/edits/add': () => ({ body: { act: act(), reason: 'walked' } }),
    'POST /api/renew/v1/edits/undo': { body: { act_id: 'at_none' } },
    'POST /api/renew/v1/edits/undo-preview': { body: { act_id: 'at_none' } },
    'POST /api/renew/v1/review/getall': { body: { from: EDITED, to: EDITED + 1 } },
    'POST /api/renew/v1/review/set': () => ({ body: { state: 'in_review', ...reviewed() } }),
    'POST /api/renew/v1/review/pending': { body: {} },
    'POST /api/renew/v1/review/accept': { body: { pending_ids: ['pe_none'] } },
    'POST /api/renew/v1/observe/station/data/update': () => ({
      body: {
        station_code: 'MUA_DAUMOI',
        type: 1,
        data: [{ date_string: toLocal(EDITED + made++ * MINUTE, 'Asia/Ho_Chi_Minh'), value: 1 }],
        reason: 'walked',
      },
    }),
  }
}

/** Approved spans require more: to approve them, and to change them. */
export function editUses(server: TestServer): Use[] {
  const { db } = server.app.services
  const use = (endpoint: Endpoint, what: string, body: () => Promise<object>): Use => ({
    name: `${endpoint.method} ${fullPath(endpoint)} (${what})`,
    endpoint,
    needs: ['readings.edit', 'readings.approve'],
    send: async (_permission, token) =>
      server.call(endpoint, { body: await body() } as never, { token }) as Promise<Answer>,
  })
  return [
    use(setReview, 'approved', async () => ({ state: 'approved', ...reviewed() })),
    use(addAct, 'approved time', async () => {
      const input = act(APPROVED)
      await db.query(
        `INSERT INTO review (hydro_code, review_id, series, state, from_t, to_t, seq, set_at, set_by)
         VALUES ($1, $2, '*', 'approved', $3, $3, 0, 0, 'test')`,
        [hydroCode, `rv_walk${made}`, input.from],
      )
      return { act: input, reason: 'walked' }
    }),
  ]
}
