import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNotify, type Change, type History, type Notify } from '#server/features/history/index.ts'
import type { Database } from '#server/lib/database.ts'
import { silentLog } from '#server/lib/log.ts'
import { createNotices, type Notices } from '#server/lib/notices.ts'
import { batch, bench, HOUR, INGEST, MINUTE, NOW, PLANT, type Bench, type Row } from './harness.ts'

let b: Bench
let other: { history: History; db: Database }
let here: Notify
let there: Notify
let notices: Notices[]
beforeEach(async () => {
  b = await bench()
  other = b.another()
  const between = ({ db, history }: typeof other) => {
    const own = createNotices({ db, url: b.url, log: silentLog })
    return [own, createNotify({ notices: own, history, clock: b.clock, log: silentLog })] as const
  }
  const [[ownChanges, first], [its, second]] = [between(b), between(other)]
  notices = [ownChanges, its]
  here = first
  there = second
})
/** Both listen, and poll as well. */
async function start() {
  for (const own of notices) await own.start()
  here.start()
  there.start()
}
afterEach(async () => {
  await here.close()
  await there.close()
  for (const own of notices) await own.close()
  await other.db.close()
  await b.close()
})

const write = (rows: Row[]) => b.history.write(batch(rows), INGEST)
const received = () => new Promise<Change[]>((done) => other.history.onChange(done))

describe('replicas', () => {
  it('receive each other’s changes, with spans and last values, and do not send them back', async () => {
    await start()
    const ownChanges: Change[][] = []
    const next = received()
    await write([
      ['a', NOW - 2 * HOUR, 1],
      ['a', NOW - MINUTE, 2],
    ])
    await write([['a', NOW - 3 * HOUR, 3]])
    b.history.onChange((c) => ownChanges.push(c))
    await here.flush()
    expect(await next).toEqual([
      {
        hydroCode: PLANT,
        series: 'a',
        from: NOW - 3 * HOUR,
        to: NOW - MINUTE,
        last: { t: NOW - MINUTE, v: 2, q: 0 },
      },
    ])
    await there.flush()
    expect(ownChanges).toEqual([])
  })

  it('find changes without a notice', async () => {
    await write([['a', NOW - MINUTE, 2]])
    const next = received()
    await there.poll()
    expect(await next).toEqual([
      {
        hydroCode: PLANT,
        series: 'a',
        from: b.history.openFrom(),
        to: NOW,
        last: { t: NOW - MINUTE, v: 2, q: 0 },
      },
    ])
    const again: Change[][] = []
    other.history.onChange((c) => again.push(c))
    await there.poll()
    expect(again).toEqual([])
  })

  it('name each series and span, in any number of notices, so that nobody scans everything', async () => {
    let looked = 0
    const history = { ...other.history, changedSince: async () => (looked++, []) }
    const line = createNotices({ db: other.db, url: b.url, log: silentLog })
    const third = createNotify({ notices: line, history, clock: b.clock, log: silentLog })
    notices.push(line)
    await line.start()
    const changes: Change[] = []
    const all = new Promise<void>((done) =>
      history.onChange((list) => changes.push(...list) === 3 * 400 && done()),
    )
    // Vietnamese names are longer in bytes than in letters.
    const code = (i: number) => `mực.nước.hồ.số.${i}.của.rất.nhiều`
    for (const hydroCode of ['H1', 'HỒ 2', 'H3'])
      await b.history.write(
        {
          hydroCode,
          series: Array.from({ length: 400 }, (_, i) => code(i)),
          t: Array.from({ length: 400 }, (_, i) => NOW - MINUTE * (i % 3)),
          v: Array.from({ length: 400 }, (_, i) => i),
          q: Array.from({ length: 400 }, () => 0),
        },
        INGEST,
      )
    await here.flush()
    await all
    await third.close()
    const expected = ['H1', 'HỒ 2', 'H3'].flatMap((hydroCode) =>
      Array.from({ length: 400 }, (_, i) => `${hydroCode} ${code(i)} ${NOW - MINUTE * (i % 3)} ${i}`),
    )
    const got = changes.map((c) => `${c.hydroCode} ${c.series} ${c.from} ${c.last?.v}`)
    expect(got.sort()).toEqual(expected.sort())
    expect(looked).toBe(0)
  })
})
