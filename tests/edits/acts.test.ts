import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EDITED, ESTIMATED, REJECTED } from '#core/quality/index.ts'
import { lowerBound } from '#core/series/index.ts'
import { listAudit } from '#contract/audit.ts'
import {
  addAct,
  listEdits,
  previewEdit,
  previewUndo,
  readEdits,
  updateStationData,
  type EditInput,
  type EditRow,
  type EditsData,
  type Effect,
} from '#contract/edits.ts'
import type { Preview } from '#contract/preview.ts'
import { round } from '#contract/fields.ts'
import { getReadings } from '#contract/readings.ts'
import { toLocal } from '#core/time/index.ts'
import {
  at,
  gradeAt,
  HOUR,
  fixture,
  HYDRO,
  LEVEL,
  MINUTE,
  readings,
  START,
  T,
  type Fixture,
} from './fixture.ts'

const ZONE = 'Asia/Ho_Chi_Minh'
const FROM = T - 5 * HOUR
const TO = FROM + HOUR
const span = { series: LEVEL, from: FROM, to: TO }

let h: Fixture
beforeAll(async () => {
  h = await fixture()
}, 60_000)
afterAll(() => h.close())

type Made = { act: EditRow; effect: Effect; version: number }
async function made(act: EditInput, as?: string): Promise<Made> {
  const answer = await h.add(act, as)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data as Made
}
const only = (lines: string[], code: string) => lines.filter((l) => l.startsWith(`${code} `))

describe('each kind of edit changes effective, computed and aggregated values; undone, every digit is as before', () => {
  const kinds: [string, EditInput, (v: number, t: number) => number | null, (q: number) => number][] = [
    ['one value', { kind: 'replace', ...span, value: 409.5 }, () => 409.5, () => EDITED],
    [
      'given readings',
      {
        kind: 'replace',
        ...span,
        points: [
          [FROM, 409.5],
          [TO, 409.8],
        ],
      },
      (_, t) => (t === FROM ? 409.5 : t === TO ? 409.8 : null),
      () => EDITED,
    ],
    ['deletion', { kind: 'delete', ...span }, () => null, () => 0],
    [
      'an offset',
      { kind: 'offset', ...span, b: -0.25 },
      (v) => Math.round((v - 0.25) * 1e6) / 1e6,
      (q) => EDITED | q,
    ],
    [
      'drift',
      { kind: 'drift', ...span, b0: 0, b1: 0.6 },
      (v, t) => Math.round((v + (0.6 * (t - FROM)) / HOUR) * 1e6) / 1e6,
      (q) => EDITED | q,
    ],
    ['rejection', { kind: 'flag', ...span, grade: REJECTED }, (v) => v, () => EDITED | REJECTED],
  ]
  test.each(kinds)(
    '%s',
    async (_, act, want, quality) => {
      const before = await h.digits()
      const raw = await h.raw()
      const sentAs = await h.edited()
      const { act: row, effect } = await made(act)
      // Flags of checks follow with the calculation.
      const used = await h.edited()
      const after = await h.digits()
      const inside = Array.from(raw.t).filter((t) => t >= FROM && t <= TO)
      for (const t of inside) {
        const value = want(at(raw, t), t)
        if (value === null) expect(used.t.includes(t)).toBe(false)
        else {
          expect(at(used, t)).toBe(value)
          expect(gradeAt(used, t)).toBe(quality(gradeAt(sentAs, t)))
        }
      }
      expect([effect.from, effect.to]).toEqual([FROM, TO])
      expect(effect.changed + effect.added + effect.removed).toBe(inside.length)
      // Raw readings stay available on request.
      const sent = await h.call(
        getReadings,
        { query: { series: LEVEL, from: new Date(FROM).toISOString(), to: new Date(TO).toISOString() } },
        { token: h.token },
      )
      expect(sent.body.data!.readings.map(([, v]) => v)).toEqual(inside.map((t) => at(raw, t)))

      for (const code of [`${LEVEL} hour`, 'general.lake_level', 'general.total_discharge_lake'])
        expect(only(after, code), code).not.toEqual(only(before, code))
      // Before the edit all instants are equal.
      const early = (l: string) => Number(l.split(' ')[1]) < FROM - 3 * HOUR
      expect(after.filter(early)).toEqual(before.filter(early))

      expect((await h.undo(row.act_id)).status).toBe(200)
      const back = await h.digits()
      expect(back.filter((l, i) => l !== before[i]).slice(0, 5)).toEqual([])
      expect(back.length).toBe(before.length)
      expect((await h.undo(row.act_id)).status).toBe(409)
    },
    60_000,
  )

  test('interpolation, across a hole without any reading', async () => {
    const code = 'level.reservoir.2'
    const hole = { from: T - 3 * HOUR, to: T - 2 * HOUR }
    await made({ kind: 'delete', series: code, ...hole })
    const before = await h.digits()
    const { act } = await made({
      kind: 'interpolate',
      series: code,
      from: hole.from - 10 * MINUTE,
      to: hole.to,
    })
    const used = await h.used(code)
    const line = act.line!
    expect([line.t0, line.t1]).toEqual([hole.from - 15 * MINUTE, hole.to + 5 * MINUTE])
    for (let t = act.from; t <= act.to; t += 5 * MINUTE) {
      const v = line.v0 + ((line.v1 - line.v0) * (t - line.t0)) / (line.t1 - line.t0)
      expect(at(used, t)).toBeCloseTo(v, 6)
      expect(gradeAt(used, t)).toBe(EDITED | ESTIMATED)
    }
    await h.digits()
    await h.undo(act.act_id)
    expect(await h.digits()).toEqual(before)
    const [hidden] = (
      (await h.call(listEdits, { body: { series: code, from: START, to: T } })).body.data as {
        acts: EditRow[]
      }
    ).acts.filter((a) => a.undone_at === null)
    await h.undo(hidden.act_id)
  }, 60_000)
})

test('readings sent again later do not override an edit; undone, they count', async () => {
  const t = T - 8 * HOUR
  const { act } = await made({ kind: 'replace', series: LEVEL, from: t, to: t, value: 399.5 })
  await h.send([{ series: LEVEL, t, v: 401.25 }])
  expect(at(await h.used(), t)).toBe(399.5)
  expect(at(await h.raw(), t)).toBe(401.25)
  await h.undo(act.act_id)
  expect(at(await h.used(), t)).toBe(401.25)
  await h.send(readings.filter((r) => r.series === LEVEL && r.t === t))
  await h.settle()
})

test('edits are layered, and each can be undone from between', async () => {
  const t = T - 9 * HOUR
  const here = { series: LEVEL, from: t, to: t }
  const v = at(await h.raw(), t)
  const first = await made({ kind: 'replace', ...here, value: 400 })
  const second = await made({ kind: 'offset', ...here, b: 0.5 })
  expect(at(await h.used(), t)).toBe(400.5)
  await h.undo(first.act.act_id)
  expect(at(await h.used(), t)).toBeCloseTo(v + 0.5, 6)
  await h.undo(second.act.act_id)
  expect(at(await h.used(), t)).toBe(v)
  expect(second.version).toBeGreaterThan(first.version)
})

test('an edit of the last reading moves the last value, and viewers are notified', async () => {
  const { history } = h.app
  const last = async () => (await history.last(HYDRO, [LEVEL])).get(LEVEL)!
  const versions: (number | undefined)[] = []
  const stop = history.onChange((list) =>
    versions.push(...list.filter((c) => c.series === LEVEL).map((c) => c.last?.t)),
  )
  expect((await last()).t).toBe(T)
  const { act } = await made({ kind: 'delete', series: LEVEL, from: T - 10 * MINUTE, to: T })
  expect((await last()).t).toBe(T - 15 * MINUTE)
  await h.undo(act.act_id)
  expect((await last()).t).toBe(T)
  stop()
  expect(versions).toEqual([T - 15 * MINUTE, T])
})

test('as it was known: an edit counts from when it was made until it was undone', async () => {
  const t = T - 10 * HOUR
  const then = async (knownAt: number) =>
    at((await h.app.history.readKnown(HYDRO, [LEVEL], t, t, knownAt)).get(LEVEL)!, t)
  h.clock.advance(MINUTE)
  const v = at(await h.raw(), t)
  const { act } = await made({ kind: 'replace', series: LEVEL, from: t, to: t, value: 400 })
  h.clock.advance(10 * MINUTE)
  await h.undo(act.act_id)
  h.clock.advance(MINUTE)
  expect(await then(act.made_at - 1)).toBe(v)
  expect(await then(act.made_at + 5 * MINUTE)).toBe(400)
  expect(await then(h.clock.now())).toBe(v)
})

test('the page: raw, effective, edits and review of a span; a preview stores nothing', async () => {
  const t = T - 12 * HOUR
  const body = { series: LEVEL, from: t, to: t + HOUR }
  const readPage = async () =>
    (await h.call(readEdits, { body }, { account: 'viewer' })).body.data as EditsData
  const before = await readPage()
  expect(before.rows!.t.length).toBe(13)
  expect(before).toMatchObject({
    unit: 'm',
    kind: 'instant',
    step_s: 300,
    editable: true,
    acts: [],
    count: 13,
  })
  expect(before.reviews).toEqual([{ from: body.from, to: body.to, state: 'working' }])
  const input: EditInput = {
    kind: 'offset',
    series: LEVEL,
    from: t + 5 * MINUTE,
    to: t + 10 * MINUTE,
    b: 0.1,
  }
  const tried = await h.call(previewEdit, { body: { act: input } }, { account: 'operator' })
  expect(tried.status, JSON.stringify(tried.body)).toBe(200)
  expect(tried.body.data).toMatchObject({ changed: 2, added: 0, removed: 0, approved: false, unit: 'm' })
  expect(await readPage()).toEqual(before)
  const { calculation } = tried.body.data as { calculation: Preview }
  const { act } = await made(input)
  const after = await readPage()
  expect(after.acts.map((a) => a.act_id)).toEqual([act.act_id])
  expect(after.rows!.raw).toEqual(before.rows!.raw)
  expect(after.rows!.used.map((v, i) => v !== before.rows!.used[i])).toEqual(
    before.rows!.t.map((x) => x === t + 5 * MINUTE || x === t + 10 * MINUTE),
  )
  expect(after.version).toBeGreaterThan(before.version)
  // The calculation gives what the preview announced.
  await h.settle()
  for (const code of ['general.lake_level', 'general.total_discharge_lake'] as const) {
    const { largest, changed } = calculation.figures.find((f) => f.series === code)!
    expect(changed).toBeGreaterThan(0)
    expect(round(at(await h.raw(code), largest!.at))).toBe(round(largest!.after))
  }
  await h.undo(act.act_id)
  const computed = await h.call(readEdits, { body: { ...body, series: 'general.lake_level' } })
  expect((computed.body.data as EditsData).editable).toBe(false)
})

describe('two simultaneous edits', () => {
  const t = T - 14 * HOUR
  const input = (value: number): EditInput => ({ kind: 'replace', series: LEVEL, from: t, to: t, value })

  test('of the same version: the second gets a conflict, and nothing of it is stored', async () => {
    const { version } = (await h.call(readEdits, { body: { series: LEVEL, from: t, to: t } })).body
      .data as EditsData
    const answers = await Promise.all([
      h.add(input(400), 'operator', { version }),
      h.add(input(401), 'manager', { version }),
    ])
    expect(answers.map((a) => a.status).sort()).toEqual([201, 409])
    expect(answers.find((a) => a.status === 409)!.body.code).toBe('edit_newer')
    const winner = answers.find((a) => a.status === 201)!.body.data as Made
    expect(at(await h.used(), t)).toBe(winner.act.value)
    // The version is still valid elsewhere in the series.
    const other = await h.add({ ...input(402), from: t + HOUR, to: t + HOUR }, 'manager', { version })
    expect(other.status).toBe(201)
    await h.undo(winner.act.act_id)
    await h.undo((other.body.data as Made).act.act_id)
  })

  test('without a version are applied in succession', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((k) => h.add(input(400 + k / 10))))
    expect(answers.map((a) => a.status)).toEqual([201, 201, 201, 201])
    const list = answers.map((a) => a.body.data as Made).sort((a, b) => a.version - b.version)
    expect(new Set(list.map((a) => a.version)).size).toBe(4)
    expect(at(await h.used(), t)).toBe(list[3].act.value)
    for (const a of list) await h.undo(a.act.act_id)
  })

  test('that are identical (a second click, a lost answer) count once; named with the version, twice', async () => {
    const shift: EditInput = { kind: 'offset', series: LEVEL, from: t, to: t + HOUR, b: 0.25 }
    const [raw, zone] = [at(await h.raw(), t), await h.app.plants.zone(HYDRO)]
    const moved = async () => at(await h.edited(), t) - raw
    const answers = await Promise.all([h.add(shift), h.add(shift)])
    expect(answers.map((a) => a.status).sort()).toEqual([201, 409])
    const refused = answers.find((a) => a.status === 409)!
    expect(refused.body.code).toBe('edit_twice')
    expect(refused.body.message).toContain(toLocal(h.clock.now(), zone).slice(0, 16))
    expect(await moved()).toBeCloseTo(0.25, 9)
    const first = answers.find((a) => a.status === 201)!.body.data as Made

    // Somebody else may do the same, and the first preview may mean a second edit.
    const other = await h.add(shift, 'manager')
    expect(other.status).toBe(201)
    const own = await h.add(shift, 'operator', { version: (other.body.data as Made).version })
    expect(own.status).toBe(201)
    expect(await moved()).toBeCloseTo(0.75, 9)
    for (const one of [first, other.body.data as Made, own.body.data as Made]) await h.undo(one.act.act_id)
    // What was undone is made again.
    const anew = await h.add(shift)
    expect(anew.status).toBe(201)
    await h.undo((anew.body.data as Made).act.act_id)
  })

  test('while the calculation takes their dirty spans: none is refused, and all of them count', async () => {
    const before = await h.digits()
    const times = Array.from({ length: 12 }, (_, k) => t + k * 30 * MINUTE)
    const [answers] = await Promise.all([
      Promise.all(times.map((from) => h.add({ kind: 'offset', series: LEVEL, from, to: from, b: 0.01 }))),
      (async () => {
        for (let k = 0; k < 4; k++) await h.settle()
      })(),
    ])
    expect(answers.map((a) => a.status)).toEqual(times.map(() => 201))
    const raw = await h.raw()
    const edited = await h.edited()
    for (const from of times) expect(at(edited, from)).toBeCloseTo(at(raw, from) + 0.01, 6)
    for (const a of answers) await h.undo((a.body.data as Made).act.act_id)
    expect((await h.digits()).filter((l, i) => l !== before[i]).slice(0, 5)).toEqual([])
  }, 60_000)

  test('a connection that breaks in the middle leaves nothing', async () => {
    const { db } = h.app.services
    await h.settle()
    const counts = () =>
      db.query(
        `SELECT (SELECT count(*) FROM edit) AS acts, (SELECT count(*) FROM audit WHERE noun = 'readings') AS records,
                (SELECT count(*) FROM dirty_span) AS marks`,
      )
    const before = await counts()
    const digits = await h.digits()
    // The dirty spans of the series are locked, so the edit waits after it was written; then its connection is cut.
    const holder = await db.pool.connect()
    await holder.query('BEGIN')
    await holder.query(`UPDATE series_last SET v = v WHERE hydro_code = $1 AND series = $2`, [HYDRO, LEVEL])
    const cut = h.add(input(405))
    for (;;) {
      const { rows } = await holder.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid = ANY (
            SELECT w.pid FROM pg_stat_activity w WHERE pg_backend_pid() = ANY (pg_blocking_pids(w.pid)))`,
      )
      if (rows.length > 0) break
    }
    expect((await cut).status).toBeGreaterThanOrEqual(500)
    await holder.query('ROLLBACK')
    holder.release()
    expect(await counts()).toEqual(before)
    expect(await h.digits()).toEqual(digits)
  })
})

describe('impossible edits are refused at the field, and nothing is stored', () => {
  const ok = { kind: 'replace' as const, series: LEVEL, from: T - HOUR, to: T, value: 400 }
  const many = Array.from({ length: 10_001 }, (_, i) => [T - HOUR + i, 400] as [number, number])
  const cases: [string, object, number, string, string][] = [
    ['the end before the start', { ...ok, from: T, to: T - 1 }, 400, 'act.from', 'from_after_to'],
    ['a span of the future', { ...ok, to: T + 2 * HOUR }, 400, 'act.to', 'not_yet'],
    ['an unknown series', { ...ok, series: 'no.such' }, 400, 'act.series', 'not_found'],
    ['a computed series', { ...ok, series: 'general.lake_level' }, 422, 'act.series', 'edit_computed'],
    ['more than a year', { ...ok, from: T - 400 * 24 * HOUR }, 400, 'act.to', 'edit_span'],
    ['a level outside of the possible ones', { ...ok, value: 600 }, 400, 'act.value', 'edit_cannot_be'],
    ['negative rain', { ...ok, series: 'rain.daumoi', value: -1 }, 400, 'act.value', 'edit_below'],
    ['a negative opening', { ...ok, series: 'gate.1.opening', value: -0.1 }, 400, 'act.value', 'edit_below'],
    [
      'more power than a unit has',
      { ...ok, series: 'unit.1.power', value: 355.8 },
      400,
      'act.value',
      'edit_cannot_be',
    ],
    [
      'a gate beyond its end',
      { ...ok, series: 'gate.1.opening', value: 20 },
      400,
      'act.value',
      'edit_cannot_be',
    ],
    [
      'rain of another world',
      { ...ok, series: 'rain.daumoi', value: 1e308 },
      400,
      'act.value',
      'edit_cannot_be',
    ],
    ['negative power', { ...ok, series: 'unit.1.power', value: -2 }, 400, 'act.value', 'edit_below'],
    [
      'an offset that makes rain negative',
      { kind: 'offset', series: 'rain.daumoi', from: T - HOUR, to: T, b: -500 },
      400,
      'act.b',
      'edit_below',
    ],
    ['too many readings', { ...ok, value: undefined, points: many }, 400, 'act.points', 'too_many'],
    ['neither value nor readings', { ...ok, value: undefined }, 400, 'act.value', 'edit_one_of'],
    ['both', { ...ok, points: [[T, 400]] }, 400, 'act.value', 'edit_one_of'],
    [
      'a reading outside of the span',
      { ...ok, value: undefined, points: [[T - 2 * HOUR, 400]] },
      400,
      'act.points.0.0',
      'edit_outside',
    ],
    [
      'an instant twice',
      {
        ...ok,
        value: undefined,
        points: [
          [T, 400],
          [T, 401],
        ],
      },
      400,
      'act.points.1.0',
      'edit_not_rising',
    ],
    [
      'an interpolated total',
      { ...ok, kind: 'interpolate', value: undefined, series: 'rain.daumoi' },
      422,
      'act.kind',
      'edit_not_a_line',
    ],
    [
      'a line with nothing after it',
      { ...ok, kind: 'interpolate', value: undefined },
      422,
      'act.to',
      'edit_no_after',
    ],
    [
      'a grade that is none',
      { kind: 'flag', series: LEVEL, from: T, to: T, grade: 7 },
      400,
      'act.grade',
      'not_allowed',
    ],
    [
      'nothing to delete',
      { kind: 'delete', series: LEVEL, from: START - 9 * HOUR, to: START - 8 * HOUR },
      422,
      'act.from',
      'edit_nothing',
    ],
  ]
  test.each(cases)('%s', async (_, act, status, path, code) => {
    const body = { act, reason: 'a test' } as never
    h.clock.set(T)
    const answer = await h.call(addAct, { body }, { account: 'operator', language: 'vi' })
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    expect(answer.body.errors!.map((e) => [e.path, e.code])).toContainEqual([path, code])
    expect(answer.body.errors![0].message).toMatch(/[À-ỹ]/)
    expect(answer.body.errors![0].message).not.toMatch(/\{/)
  })

  test('a spike that was sent does not prevent moving the readings around it', async () => {
    const from = T - 22 * HOUR
    await h.send([{ series: LEVEL, t: from, v: 999 }])
    const shift: EditInput = { kind: 'offset', series: LEVEL, from, to: from + HOUR, b: 0.1 }
    const { act } = await made(shift)
    const wrong = await h.add({ ...shift, b: 300 })
    expect(wrong.body.errors![0]).toMatchObject({ path: 'act.b', code: 'edit_cannot_be' })
    await h.undo(act.act_id)
    await h.send(readings.filter((r) => r.series === LEVEL && r.t === from))
  })

  test('infinite, not a number, and without a reason', async () => {
    const send = (act: string, reason = '"x"') =>
      h.signIn('operator').then((token) =>
        h.raw0({
          method: 'POST',
          url: '/api/renew/v1/edits/add',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          payload: `{"act":${act},"reason":${reason}}`,
        }),
      )
    const open = `"kind":"replace","series":"${LEVEL}","from":${T - HOUR},"to":${T}`
    expect((await send(`{${open},"value":1e999}`)).status).toBe(400)
    expect((await send(`{${open},"value":"400"}`)).status).toBe(400)
    const empty = await send(`{${open},"value":400}`, '"  "')
    expect(empty.status).toBe(400)
    expect(empty.body.errors!.map((e) => e.path)).toContain('reason')
    expect(
      await h.app.services.db.query(
        'SELECT 1 FROM edit WHERE from_t = $1 AND to_t = $2 AND undone_at IS NULL',
        [T - HOUR, T],
      ),
    ).toEqual([])
  })

  test('without the permission: neither made, tried nor undone', async () => {
    expect((await h.add(ok, 'viewer')).status).toBe(403)
    expect((await h.call(previewEdit, { body: { act: ok } }, { account: 'viewer' })).status).toBe(403)
    expect((await tryUndo('at_none', 'viewer')).status).toBe(403)
    expect((await tryUndo('at_none')).status).toBe(404)
    expect((await h.undo('at_none', 'viewer')).status).toBe(403)
    expect((await h.undo('at_none')).status).toBe(404)
  })
})

const tryUndo = (act_id: string, account = 'operator') =>
  h.call(previewUndo, { body: { act_id } }, { account })

test('undoing an edit can be previewed: the resulting effective and computed values', async () => {
  const t = T - 12 * HOUR
  const under: EditInput = { kind: 'offset', series: LEVEL, from: t, to: t + HOUR, b: 0.1 }
  const { act } = await made(under)
  // An edit over part of it stays, and so does that part.
  const over = await made({ kind: 'replace', series: LEVEL, from: t, to: t + 30 * MINUTE, value: 409.6 })
  await h.settle()
  const before = await h.digits()
  const tried = await tryUndo(act.act_id)
  expect(tried.status, JSON.stringify(tried.body)).toBe(200)
  const preview = tried.body.data as Effect & { approved: boolean; calculation: Preview }
  expect(preview).toMatchObject({ changed: 6, added: 0, removed: 0, from: t + 35 * MINUTE, approved: false })
  expect(preview.largest!.before! - preview.largest!.after!).toBeCloseTo(0.1, 9)
  expect(await h.digits()).toEqual(before)
  const { effect } = (await h.undo(act.act_id)).body.data as Made
  expect(preview).toMatchObject(effect)
  await h.settle()
  const { largest } = preview.calculation.figures.find((f) => f.series === 'general.lake_level')!
  expect(round(at(await h.raw('general.lake_level'), largest!.at))).toBe(round(largest!.after))
  expect((await tryUndo(act.act_id)).status).toBe(409)
  // Undoing an edit that is entirely covered changes nothing, and is no error.
  const hidden = await made({ kind: 'offset', series: LEVEL, from: t, to: t + 5 * MINUTE, b: 0.1 })
  await made({ kind: 'replace', series: LEVEL, from: t, to: t + 5 * MINUTE, value: 409.5 })
  const nothing = await tryUndo(hidden.act.act_id)
  expect(nothing.body.data).toMatchObject({ changed: 0, from: null, largest: null, calculation: null })
  await h.undo(over.act.act_id)
})

test('every edit and undoing leaves a record with author, content, reason and number of values', async () => {
  const { act } = await made({
    kind: 'offset',
    series: LEVEL,
    from: T - 20 * HOUR,
    to: T - 19 * HOUR,
    b: 0.2,
  })
  await h.undo(act.act_id, 'manager')
  const answer = await h.call(listAudit, { query: { noun: 'readings', item: act.act_id } } as never)
  const { records } = answer.body.data as { records: Record<string, unknown>[] }
  expect(records.map((r) => [r.act, r.actor_name, r.item_name])).toEqual([
    ['undo', 'manager', LEVEL],
    ['edit', 'operator', LEVEL],
  ])
  expect(records[1]).toMatchObject({
    reason: 'a test',
    after: { kind: 'offset', changed: 13 },
    before: { n: 13 },
  })
})

describe('data/updatestationdata of the specification', () => {
  const local = (t: number) => toLocal(t, ZONE)
  const ask = (body: object, as = 'operator') =>
    h.call(updateStationData, { body: { reason: 'staff read', ...body } } as never, { account: as })
  const t = T - 16 * HOUR

  test('alternating values and gaps without end are refused, and nothing of them is stored', async () => {
    const data = Array.from({ length: 202 }, (_, i) => ({
      date_string: local(t + i * 5 * MINUTE - 6 * HOUR),
      value: i % 2 === 0 ? 312.5 + i / 1000 : null,
    }))
    const before = await h.used('level.bavan')
    const answer = await ask({ station_code: 'TV_BAVAN_H', type: 2, data })
    expect([answer.status, answer.body.errors?.map((e) => [e.path, e.code])]).toEqual([
      400,
      [['data', 'too_many']],
    ])
    expect(await h.used('level.bavan')).toEqual(before)
  })

  test('each value replaces the raw one at its instant, and nothing else changes', async () => {
    const raw = await h.raw('level.bavan')
    const data = [
      { date_string: local(t), value: 312.5 },
      { date_string: local(t + 5 * MINUTE), value: 312.6 },
      { date_string: local(t + 20 * MINUTE), value: 312.7 },
      { date_string: local(t + 30 * MINUTE), value: null },
    ]
    const body = { station_code: 'TV_BAVAN_H', type: 2, data }
    const answer = await ask(body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const done = answer.body.data as { series: string[]; acts: EditRow[]; changed: number; removed: number }
    expect(done).toMatchObject({ series: ['level.bavan'], changed: 3, removed: 1, added: 0 })
    expect(done.acts.length).toBe(3)
    const used = await h.used('level.bavan')
    const i = lowerBound(raw.t, t)
    expect([0, 1, 2, 3, 4, 5, 6].map((k) => at(used, raw.t[i + k]))).toEqual([
      312.5,
      312.6,
      raw.v[i + 2],
      raw.v[i + 3],
      312.7,
      raw.v[i + 5],
      undefined,
    ])
    // Sent again it changes nothing.
    expect((await ask(body)).body.data).toMatchObject({ acts: [], changed: 0 })
    for (const a of done.acts) await h.undo(a.act_id)
    expect(await h.used('level.bavan')).toEqual(raw)
  })

  test.each([
    ['an unknown station', { station_code: 'NO', type: 2 }, 'station_code'],
    ['another type than the station has', { station_code: 'TV_BAVAN_H', type: 1 }, 'type'],
    ['a type that is none', { station_code: 'TV_BAVAN_H', type: 99 }, 'type'],
  ])('%s is measuringStationNotInSettings', async (_, given, path) => {
    const answer = await ask({ ...given, data: [{ date_string: local(t), value: 1 }] })
    expect(answer.status).toBe(422)
    expect(answer.body.code).toBe('measuringStationNotInSettings')
    expect(answer.body.errors![0].path).toBe(path)
  })

  test('rain accepts 0 and 1; a bad row is named, and none of the rows is stored', async () => {
    const rows = [
      { date_string: local(t), value: 1 },
      { date_string: local(t + 10 * MINUTE), value: -1 },
    ]
    const before = await h.used('rain.daumoi')
    const answer = await ask({ station_code: 'MUA_DAUMOI', type: 0, data: rows })
    expect(answer.status).toBe(400)
    expect(answer.body.errors![0].path).toBe('data.1.value')
    expect(await h.used('rain.daumoi')).toEqual(before)
    expect((await ask({ station_code: 'MUA_DAUMOI', type: 1, data: rows.slice(0, 1) })).status).toBe(200)
  })
})
