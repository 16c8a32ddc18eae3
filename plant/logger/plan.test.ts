import { DAY } from '../time.ts'
import { describe, expect, it } from 'vitest'
import { held, lengthOf, MARKER_MS, missing, take } from './plan.ts'

const local = (text: string) => Date.parse(`${text}+07:00`)
const START = local('2026-11-01T00:00')
const END = local('2026-11-05T10:20')

/** Marks of (after, until]. */
function marks(after: number, until: number): number[] {
  const list: number[] = []
  for (let t = Math.floor(after / MARKER_MS) * MARKER_MS + MARKER_MS; t <= until; t += MARKER_MS) list.push(t)
  return list
}

describe('missing days', () => {
  it('of nothing is everything, newest day first', () => {
    const stretches = missing(START, END, new Set())
    expect(stretches.map((s) => s.until)).toEqual([END, ...[4, 3, 2, 1].map((d) => START + d * DAY)])
    expect(lengthOf(stretches)).toBe(END - START)
    stretches.forEach((s, i) => i > 0 && expect(stretches[i - 1].after).toBe(s.until))
  })

  it('of everything is the part after the last mark', () => {
    expect(missing(START, END, new Set(marks(START, END)))).toEqual([
      { after: local('2026-11-05T10:15'), until: END },
    ])
    expect(missing(START, START + DAY, new Set(marks(START, START + DAY)))).toEqual([])
  })

  it('begins within a day where the marks end or have their first gap', () => {
    const have = new Set(marks(START, local('2026-11-02T07:00')))
    have.delete(local('2026-11-01T12:00'))
    const stretches = missing(START, local('2026-11-03T00:00'), have)
    expect(stretches).toEqual([
      { after: local('2026-11-02T07:00'), until: local('2026-11-03T00:00') },
      { after: local('2026-11-01T11:45'), until: local('2026-11-02T00:00') },
    ])
  })

  it('of an empty span is nothing', () => {
    expect(missing(END, END, new Set())).toEqual([])
  })
})

it('joins neighbouring spans only', () => {
  const stretches = [
    { after: 30, until: 40 },
    { after: 20, until: 30 },
    { after: 5, until: 10 },
    { after: 0, until: 5 },
  ]
  expect(take(stretches, 4)).toEqual({ after: 20, until: 40 })
  expect(take(stretches, 1)).toEqual({ after: 5, until: 10 })
  expect(take(stretches, 9)).toEqual({ after: 0, until: 5 })
  expect(take(stretches, 1)).toBeUndefined()
})

describe('reading what the server has', () => {
  it('repeats the request until it is answered, in parts', async () => {
    const requests: number[] = []
    const waits: number[] = []
    let failures = 2
    const present = async (_series: string, from: number) => {
      if (failures-- > 0) throw new Error('down')
      requests.push(from)
      return [from]
    }
    const have = await held(
      { present },
      START,
      START + 120 * DAY,
      () => undefined,
      async (ms) => void waits.push(ms),
    )
    expect(requests).toEqual([START, START + 50 * DAY, START + 100 * DAY])
    expect([...have]).toEqual(requests)
    expect(waits).toEqual([500, 1000])
  })

  it('treats a refusal as an empty server', async () => {
    const have = await held(
      { present: async () => undefined },
      START,
      END,
      () => undefined,
      async () => undefined,
    )
    expect(have.size).toBe(0)
  })
})
