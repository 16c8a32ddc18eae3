import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNewer } from './build.ts'
import { GRACE, lostSince, UNANSWERED } from './lost.ts'
import { isNight } from './night.ts'
import { keyAct, PANES, paneAfter } from './rotation.ts'

const ZONE = 'Asia/Ho_Chi_Minh'

test('panes go round, forwards and backwards, and every one comes', () => {
  fc.assert(
    fc.property(
      fc.subarray([...PANES], { minLength: 1 }),
      fc.integer({ min: -20, max: 20 }),
      (panes, steps) => {
        const there = paneAfter(panes, panes[0], steps)
        expect(panes).toContain(there)
        expect(paneAfter(panes, there, -steps)).toBe(panes[0])
        expect(new Set(panes.map((_, i) => paneAfter(panes, there, i))).size).toBe(panes.length)
      },
    ),
  )
  // The map is no longer shown, so the rotation continues from the first.
  expect(paneAfter(['figures', 'chart'], 'map', 1)).toBe('chart')
})

test('keys', () => {
  expect(['ArrowRight', 'ArrowLeft', ' ', 'f', 'n', '2', 'a', '0', 'Tab'].map(keyAct)).toEqual([
    'next',
    'previous',
    'pause',
    'full',
    'night',
    { pane: 1 },
    null,
    null,
    null,
  ])
})

test('it is night by the hour of the plant, unless it is chosen', () => {
  const at = (hour: number, minute = 0) => Date.UTC(2026, 10, 21, hour - 7, minute)
  expect([at(5, 59), at(6), at(17, 59), at(18)].map((t) => isNight('auto', t, ZONE))).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(isNight('day', at(23), ZONE)).toBe(false)
  expect(isNight('night', at(12), ZONE)).toBe(true)
  // The same instant in another zone.
  expect(isNight('auto', at(12), 'America/New_York')).toBe(true)
})

test('the server is lost once the line has been silent for a while, or nothing is answered, since the first of it', () => {
  const now = 1_000_000_000
  const there = { now, silentSince: null, answered: now - 30_000, copied: null }
  expect(lostSince(there)).toBe(null)
  expect(lostSince({ ...there, silentSince: now - GRACE + 1 })).toBe(null)
  expect(lostSince({ ...there, silentSince: now - GRACE })).toBe(now - GRACE)
  // The stream is alive while the database is down.
  expect(lostSince({ ...there, answered: now - UNANSWERED })).toBe(now - UNANSWERED)
  expect(lostSince({ ...there, silentSince: now - 60_000, answered: now - UNANSWERED })).toBe(
    now - UNANSWERED,
  )
  expect(lostSince({ ...there, copied: 5 })).toBe(5)
  expect(lostSince({ ...there, answered: null })).toBe(null)
})

test('another build loads the page once', () => {
  expect(isNewer('/a.js', '/b.js', null)).toBe(true)
  expect(isNewer('/a.js', '/a.js', null)).toBe(false)
  expect(isNewer('/a.js', '/b.js', '/b.js')).toBe(false)
  expect(isNewer('/a.js', '/c.js', '/b.js')).toBe(true)
  expect(isNewer(null, '/b.js', null)).toBe(false)
  expect(isNewer('/a.js', null, null)).toBe(false)
})
