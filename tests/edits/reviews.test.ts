import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  acceptPending,
  listPending,
  listReviews,
  readEdits,
  setReview,
  type EditRow,
  type EditsData,
  type PendingRow,
  type ReviewRow,
} from '#contract/edits.ts'
import { listAudit } from '#contract/audit.ts'
import { at, HOUR, fixture, LEVEL, MINUTE, readings, START, T, type Fixture } from './fixture.ts'

const APPROVED = { from: T - 10 * HOUR, to: T - 4 * HOUR }
const LATE = T - 7 * HOUR

let h: Fixture
beforeAll(async () => {
  h = await fixture()
}, 60_000)
afterAll(() => h.close())

const set = (body: object, as = 'manager') => h.call(setReview, { body } as never, { account: as })
const waiting = async (accepted = false) =>
  (await h.call(listPending, { body: { accepted } }, { account: 'viewer' })).body.data as PendingRow[]
const accept = (ids: string[], as = 'manager') =>
  h.call(acceptPending, { body: { pending_ids: ids, note: 'checked' } }, { account: as })
const computed = async (code = 'general.lake_level') => h.raw(code)
const late = (v: number) => h.send([{ series: LEVEL, t: LATE, v }])
const states = async () => {
  const { spans } = (await h.call(listReviews, { body: { from: START, to: T } })).body.data as {
    spans: { from: number; to: number; state: string }[]
  }
  return spans.map((x) => x.state)
}

test('an edit moves its span into review; approving it needs permission', async () => {
  expect((await set({ state: 'in_review', ...APPROVED }, 'viewer')).status).toBe(403)
  expect((await set({ state: 'in_review', ...APPROVED }, 'operator')).status).toBe(201)
  const refused = await set({ state: 'approved', ...APPROVED }, 'operator')
  expect([refused.status, refused.body.code]).toEqual([403, 'review_approve'])
  expect(await states()).toEqual(['working', 'in_review', 'working'])
  expect((await set({ state: 'approved', ...APPROVED })).status).toBe(201)
  expect(await states()).toEqual(['working', 'approved', 'working'])
  const again = await set({ state: 'approved', ...APPROVED })
  expect([again.status, again.body.code]).toEqual([422, 'review_same'])
  const { reviews } = (await h.call(listReviews, { body: { from: START, to: T } })).body.data as {
    reviews: ReviewRow[]
  }
  expect(reviews.map((r) => [r.state, r.set_by_name, r.superseded_at !== null])).toEqual([
    ['approved', 'manager', false],
    ['in_review', 'operator', true],
  ])
})

test('a span of the future, from after to, an unknown series', async () => {
  expect((await set({ state: 'in_review', from: T, to: T + HOUR })).body.errors![0].path).toBe('to')
  expect((await set({ state: 'in_review', from: T, to: T - 1 })).body.errors![0].path).toBe('from')
  expect((await set({ state: 'in_review', from: T - 1, to: T, series: 'no.such' })).status).toBe(404)
})

test('in approved time editing and undoing need the permission to approve', async () => {
  const act = { kind: 'replace' as const, series: LEVEL, from: LATE, to: LATE, value: 409.5 }
  const refused = await h.add(act)
  expect([refused.status, refused.body.code]).toEqual([403, 'edit_approved'])
  // One instant of it is enough.
  expect((await h.add({ ...act, from: T - 4 * HOUR, to: T - 3 * HOUR })).status).toBe(403)
  const made = await h.add(act, 'manager')
  expect(made.status).toBe(201)
  const { act_id } = (made.body.data as { act: EditRow }).act
  expect((await h.undo(act_id)).status).toBe(403)
  expect((await h.undo(act_id, 'manager')).status).toBe(200)
  await h.settle()
  // A change and its reversal are pending too; computed again the result is as before.
  const before = await computed()
  const [row] = await waiting()
  expect((await accept([row.pending_id])).status).toBe(200)
  expect(await computed()).toEqual(before)
})

test('late readings are stored at once; computed values stay pending until accepted, exactly there', async () => {
  const before = await h.digits()
  const was = at(await computed(), LATE)
  const sent = at(await h.raw(), LATE)
  await late(sent + 0.03)
  await h.settle()
  expect(at(await h.used(), LATE)).toBeCloseTo(sent + 0.03, 6)
  expect(at(await computed(), LATE)).toBe(was)
  const only = (lines: string[]) =>
    lines.filter((l) => /^(general|outlet|leaf|unit\..*\.(q|method)|basin)/.test(l))
  const held = (l: string) => {
    const t = Number(/ (?:hour )?(\d+) /.exec(l)![1])
    return t >= APPROVED.from && t <= APPROVED.to && !l.includes(' hour ')
  }
  expect(only(await h.digits()).filter(held)).toEqual(only(before).filter(held))

  const [row, ...others] = await waiting()
  expect(others).toEqual([])
  expect(row.why).toEqual(['readings'])
  expect(row.from).toBeLessThanOrEqual(LATE)
  expect(row.to).toBeGreaterThanOrEqual(LATE)
  expect(row.from).toBeGreaterThanOrEqual(APPROVED.from)
  expect(row.to).toBeLessThanOrEqual(APPROVED.to)
  const { reviews } = (await h.call(readEdits, { body: { series: LEVEL, from: LATE, to: LATE } })).body
    .data as EditsData
  expect(reviews[0].state).toBe('approved')

  // A second packet beside it is pending as well.
  await h.send([{ series: LEVEL, t: LATE + 10 * MINUTE, v: sent + 0.02 }])
  await h.settle()
  expect((await waiting()).map((r) => r.pending_id)).toEqual([row.pending_id])

  expect((await accept([row.pending_id], 'operator')).status).toBe(403)
  const answer = await accept([row.pending_id])
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.data).toMatchObject({ accepted: [{ pending_id: row.pending_id, note: 'checked' }] })
  expect(at(await computed(), LATE)).not.toBe(was)
  expect(await waiting()).toEqual([])
  expect((await waiting(true)).find((r) => r.pending_id === row.pending_id)).toMatchObject({
    accepted_by_name: 'manager',
    note: 'checked',
  })
  const { records } = (await h.call(listAudit, { query: { noun: 'pending' } } as never)).body.data as {
    records: { act: string; actor_name: string; reason: string }[]
  }
  expect(records[0]).toMatchObject({ act: 'accept', actor_name: 'manager', reason: 'checked' })

  // As if it had arrived in time.
  await h.send(readings.filter((r) => r.series === LEVEL && (r.t === LATE || r.t === LATE + 10 * MINUTE)))
  await h.settle()
  await accept((await waiting()).map((r) => r.pending_id))
  expect((await h.digits()).filter((l, i) => l !== before[i]).slice(0, 5)).toEqual([])
}, 60_000)

test('two that accept at once: computed, and removed from the list once', async () => {
  await late(at(await h.raw(), LATE) + 0.02)
  await h.settle()
  const [row] = await waiting()
  const answers = await Promise.all([accept([row.pending_id]), accept([row.pending_id], 'admin')])
  expect(answers.map((a) => a.status)).toEqual([200, 200])
  expect(await waiting()).toEqual([])
  const { records } = (await h.call(listAudit, { query: { noun: 'pending', item: row.pending_id } } as never))
    .body.data as { records: unknown[] }
  expect(records.length).toBe(1)
  expect((await accept(['pe_none'])).status).toBe(404)
})

test('a reopened span is computed without anybody accepting it', async () => {
  const was = at(await computed(), LATE)
  await late(at(await h.raw(), LATE) + 0.02)
  await h.settle()
  expect(at(await computed(), LATE)).toBe(was)
  expect((await set({ state: 'working', ...APPROVED }, 'operator')).status).toBe(403)
  expect((await set({ state: 'working', ...APPROVED, note: 'late data' })).status).toBe(201)
  expect(await waiting()).toEqual([])
  await h.settle()
  expect(at(await computed(), LATE)).not.toBe(was)
})

test('approving one series locks that series, and no computed values', async () => {
  const here = { series: LEVEL, from: T - 3 * HOUR, to: T - 2 * HOUR }
  expect((await set({ state: 'approved', ...here })).status).toBe(201)
  const act = (series: string) => ({
    kind: 'offset' as const,
    series,
    from: T - 2.5 * HOUR,
    to: T - 2.5 * HOUR,
    b: 0.1,
  })
  expect((await h.add(act(LEVEL))).status).toBe(403)
  const other = await h.add(act('level.reservoir.2'))
  expect(other.status).toBe(201)
  await h.settle()
  expect(await waiting()).toEqual([])
})
