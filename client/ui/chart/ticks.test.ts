import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localParts } from '#core/time/index.ts'
import { timeScale } from './ticks.ts'

const HANOI = 'Asia/Ho_Chi_Minh'
const at = (iso: string) => Date.parse(iso)

describe('time scale', () => {
  test('labels the wall clock of the plant, and names the day where it changes', () => {
    const s = timeScale(at('2026-11-19T20:00+07:00'), at('2026-11-20T08:00+07:00'), HANOI, 'vi', 6)
    expect(s.ticks.map((t) => t.label)).toEqual([
      '20:00',
      '22:00',
      '00:00',
      '02:00',
      '04:00',
      '06:00',
      '08:00',
    ])
    expect(s.spans.map((d) => d.label)).toEqual(['19/11/2026', '20/11/2026'])
    expect(s.spans[1].start).toBe(at('2026-11-20T00:00+07:00'))
    expect(s.spans[1].short).toBe('20/11')
  })

  test('dates follow the language', () => {
    const s = timeScale(at('2026-11-20T01:00+07:00'), at('2026-11-20T02:00+07:00'), HANOI, 'en', 6)
    expect(s.spans.map((d) => [d.label, d.short])).toEqual([['2026-11-20', '11-20']])
    expect(s.ticks.map((t) => t.label)).toEqual([
      '01:00',
      '01:10',
      '01:20',
      '01:30',
      '01:40',
      '01:50',
      '02:00',
    ])
  })

  test('days under months, months under years', () => {
    const days = timeScale(at('2026-01-25T00:00+07:00'), at('2026-03-06T00:00+07:00'), HANOI, 'vi', 10)
    expect(days.ticks.map((t) => t.label)).toEqual(['26', '1', '6', '11', '16', '21', '26', '1', '6'])
    expect(days.spans.map((m) => m.label)).toEqual(['01/2026', '02/2026', '03/2026'])
    const months = timeScale(at('2025-10-10T00:00+07:00'), at('2026-10-10T00:00+07:00'), HANOI, 'vi', 12)
    expect(months.ticks.map((t) => t.label)).toEqual([
      '11',
      '12',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      '10',
    ])
    expect(months.spans.map((y) => y.label)).toEqual(['2025', '2026'])
    const years = timeScale(at('1990-06-01T00:00Z'), at('2026-06-01T00:00Z'), 'UTC', 'en', 8)
    expect(years.ticks.map((t) => t.label)).toEqual(['1995', '2000', '2005', '2010', '2015', '2020', '2025'])
  })

  test('keeps to the clock through its changes', () => {
    // 02:00 to 03:00 does not exist on 29 March 2026 in Berlin, and occurs twice on 25 October.
    const spring = timeScale(at('2026-03-28T23:00Z'), at('2026-03-29T05:00Z'), 'Europe/Berlin', 'en', 6)
    expect(spring.ticks.map((t) => t.label)).toEqual([
      '00:00',
      '01:00',
      '03:00',
      '04:00',
      '05:00',
      '06:00',
      '07:00',
    ])
    const autumn = timeScale(at('2026-10-24T22:00Z'), at('2026-10-25T03:00Z'), 'Europe/Berlin', 'en', 6)
    expect(autumn.ticks.map((t) => t.label)).toEqual(['00:00', '01:00', '02:00', '02:00', '03:00', '04:00'])
  })

  test('zones of a half hour count from their own full hours', () => {
    const s = timeScale(at('2026-11-20T00:00Z'), at('2026-11-20T06:00Z'), 'Asia/Kolkata', 'en', 6)
    expect(s.ticks.map((t) => t.label)).toEqual(['06:00', '07:00', '08:00', '09:00', '10:00', '11:00'])
  })

  test('for any range: in order, inside, never crowded, whole on the clock', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at('1980-01-01'), max: at('2060-01-01') }),
        fc.integer({ min: 60_000, max: 20 * 366 * 86_400_000 }),
        fc.integer({ min: 3, max: 20 }),
        fc.constantFrom(HANOI, 'Europe/Berlin', 'America/New_York', 'UTC'),
        (from, width, count, zone) => {
          const { ticks, spans } = timeScale(from, from + width, zone, 'vi', count)
          // A clock set back repeats an hour; calendar months and days are shorter than their mean.
          expect(ticks.length).toBeLessThanOrEqual(count * 1.2 + 4)
          for (let i = 0; i < ticks.length; i++) {
            expect(ticks[i].t).toBeGreaterThanOrEqual(from)
            expect(ticks[i].t).toBeLessThanOrEqual(from + width)
            if (i > 0) expect(ticks[i].t).toBeGreaterThan(ticks[i - 1].t)
            expect(localParts(ticks[i].t, zone).second % 5).toBe(0)
          }
          spans.forEach((s, i) => {
            if (i > 0) expect(s.start).toBe(spans[i - 1].end)
          })
          if (spans.length) {
            expect(spans[0].start).toBeLessThanOrEqual(from)
            expect(spans[spans.length - 1].end).toBeGreaterThanOrEqual(from + width)
          }
        },
      ),
      { numRuns: 150 },
    )
  })
})
