import { expect, test } from 'vitest'
import { classSpans, openCalendar, READY_CALENDARS, weekOf } from './index.ts'
import { DAY, HOUR, MINUTE } from '../time/units.ts'
import type { PriceBand } from './types.ts'

const bands = READY_CALENDARS['EVN-2014'].bands

test('a band past midnight covers both ends of each of its days; the parts are those that price energy', () => {
  const week = weekOf(bands, 'dry', null)
  expect(week.map((d) => d.day)).toEqual(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])
  const words = (day: number) =>
    week[day].parts.map((p) => `${p.from / 60}-${p.to / 60} ${p.bands.map((b) => bands[b].class).join('+')}`)
  expect(words(0)).toEqual([
    '0-4 off',
    '4-9.5 normal',
    '9.5-11.5 peak',
    '11.5-17 normal',
    '17-20 peak',
    '20-22 normal',
    '22-24 off',
  ])
  expect(words(6)).toEqual(['0-4 off', '4-22 normal', '22-24 off'])

  // Monday, 5 January 2026.
  const monday = Date.UTC(2026, 0, 5) - 7 * HOUR
  const open = openCalendar(READY_CALENDARS['EVN-2014'], 'Asia/Ho_Chi_Minh')
  for (const [i, { parts }] of week.entries()) {
    const midnight = monday + i * DAY
    const spans = classSpans(open, midnight, midnight + DAY)
    expect(parts.map((p) => [p.from, p.to, p.bands[0]])).toEqual(
      spans.map((s) => [(s.from - midnight) / MINUTE, (s.to - midnight) / MINUTE, s.band]),
    )
  }
})

test('holes and overlaps are parts of their own, holidays a day where a band names them', () => {
  const all = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as PriceBand['days']
  const own: PriceBand[] = [
    { class: 'a', days: all, from: '00:00', to: '12:00' },
    { class: 'b', days: ['mon', 'holiday'], from: '10:00', to: '24:00' },
    { class: 'b', days: all, season: 'wet', from: '12:00', to: '24:00' },
    // Half typed.
    { class: 'b', days: all, from: '1', to: '25:00' },
  ]
  const week = weekOf(own, 'dry', null)
  expect(week.map((d) => d.day)).toEqual([...all, 'holiday'])
  expect(week[0].parts).toEqual([
    { from: 0, to: 600, bands: [0] },
    { from: 600, to: 720, bands: [0, 1] },
    { from: 720, to: 1440, bands: [1] },
  ])
  expect(week[1].parts).toEqual([
    { from: 0, to: 720, bands: [0] },
    { from: 720, to: 1440, bands: [] },
  ])
  expect(week[7].parts).toEqual([
    { from: 0, to: 600, bands: [] },
    { from: 600, to: 1440, bands: [1] },
  ])
})
