import { HOUR } from '../time.ts'
import { expect, it } from 'vitest'
import { REAL_TIME } from '#contract/demo-clock.ts'
import { Clock } from './clock.ts'
import { readSettings } from './settings.ts'

const now = Date.parse('2026-11-20T12:00:30+07:00')

it('needs a token only', () => {
  expect(readSettings({ INGEST_TOKEN: 't' }, now)).toEqual({
    url: 'http://127.0.0.1:8080',
    token: 't',
    hydroCode: 'SONGANVAN',
    speed: 1,
    historyDays: 400,
    seed: 25,
    faults: [],
    storms: [],
    stormsBefore: [],
    again: null,
    pace: REAL_TIME,
  })
})

it('follows the given clock, by which faults are timed', () => {
  const pace = { from: now, until: now + HOUR, ahead: 7 * HOUR, speed: 60 }
  const given = { INGEST_TOKEN: 't', PLANT_PACE: Object.values(pace).join(), PLANT_FAULTS: 'silent:*@-1h/' }
  const settings = readSettings(given, now)
  expect(settings.pace).toEqual(pace)
  expect(settings.faults[0].from).toBe(now + 6 * HOUR)
})

it('reports every problem at once', () => {
  const wrong = {
    FOREBAY_URL: 'nowhere',
    PLANT_SPEED: '0.5',
    PLANT_SEED: '1.5',
    PLANT_HISTORY_DAYS: 'x',
    PLANT_FAULTS: 'broken:x',
    PLANT_PROTOCOL: 'opc',
    PLANT_PACE: '1,2,3',
  }
  expect(() => readSettings(wrong, now)).toThrow(
    /FOREBAY_URL[^]*INGEST_TOKEN[^]*PLANT_PROTOCOL[^]*PLANT_SEED[^]*PLANT_HISTORY_DAYS[^]*PLANT_SPEED[^]*PLANT_PACE[^]*PLANT_FAULTS/,
  )
})

it('combines wear with switches', () => {
  const { faults } = readSettings(
    { INGEST_TOKEN: 't', PLANT_FAULTS: 'wear; silent:level.upstream@-1h/' },
    now,
  )
  expect(faults.length).toBeGreaterThan(50)
  expect(faults[faults.length - 1]).toEqual({
    kind: 'silent',
    series: 'level.upstream',
    from: now - HOUR,
    to: Infinity,
  })
})

it('a plant at speed one follows the wall clock', () => {
  const clock = new Clock(1, now, now - 100 * HOUR)
  expect(clock.at(now + 5000)).toBe(now + 5000)
  expect(clock.minute(now)).toBe(now - 30_000)
  expect(clock.untilNext(now)).toBe(30_000)
})

it('a faster plant begins behind, catches up, and never overtakes the wall clock', () => {
  const clock = new Clock(60, now, Number.NEGATIVE_INFINITY)
  expect(clock.at(now)).toBe(now - 24 * HOUR)
  expect(clock.at(now + 60_000)).toBe(now - 23 * HOUR)
  expect(clock.untilNext(now)).toBe(500)
  expect(clock.at(now + 2 * HOUR)).toBe(now + 2 * HOUR)
  expect(clock.untilNext(now + 2 * HOUR)).toBe(30_000)
  expect(new Clock(60, now, now - HOUR).at(now)).toBe(now - HOUR)
  expect(new Clock(86_400, now, -Infinity).untilNext(now)).toBe(20)
})
