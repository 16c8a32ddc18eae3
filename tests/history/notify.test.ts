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
  const [[mine, first], [its, second]] = [between(b), between(other)]
  notices = [mine, its]
  here = first
  there = second
})
/** Both listen, and look for themselves as well. */
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
const heard = () => new Promise<Change[]>((done) => other.history.onChange(done))

describe('replicas', () => {
  it('hear of each other’s changes, with spans and last values, and do not send them back', async () => {
    await start()
    const mine: Change[][] = []
    const next = heard()
    await write([
      ['a', NOW - 2 * HOUR, 1],
      ['a', NOW - MINUTE, 2],
    ])
    await write([['a', NOW - 3 * HOUR, 3]])
    b.history.onChange((c) => mine.push(c))
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
    expect(mine).toEqual([])
  })

  it('find what no notice told of', async () => {
    await write([['a', NOW - MINUTE, 2]])
    const next = heard()
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

  it('fit more series than a notice holds', async () => {
    await start()
    const next = heard()
    await write(Array.from({ length: 400 }, (_, i): Row => [`series.number.${i}.of.many`, NOW - MINUTE, i]))
    await here.flush()
    expect(await next).toHaveLength(400)
  })
})
