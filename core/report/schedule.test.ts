import { expect, test } from 'vitest'
import { DAY, fromLocal, HOUR, MINUTE, toLocal } from '../time/index.ts'
import {
  isInstantOf,
  nextPaceInstant,
  paceIn,
  paceInstants,
  spanDue,
  type Pace,
  type PaceState,
} from './schedule.ts'

const VN = 'Asia/Ho_Chi_Minh'
const at = (text: string, zone = VN) => fromLocal(text, zone)!
const shown = (list: number[], zone = VN) => list.map((t) => toLocal(t, zone).slice(5, 16))

/** As observed in practice (domain.md 9.1). */
const PACES: Pace[] = [
  { name: 'above', when: { aboveLevel: 'designedFlood' }, times: { every: 15 } },
  { name: 'flood', when: { aboveSpill: 0.5 }, times: { every: 60 } },
  {
    name: 'wet',
    when: { season: { from: '07-01', to: '11-30' } },
    times: { at: ['01:00', '07:00', '13:00', '19:00'] },
  },
  { name: 'dry', when: null, times: { at: ['07:00', '19:00'] } },
]
const LEVELS = { dead: 549, normal: 605, designedFlood: 607, checkFlood: null, season: 602 }
const state = (more: Partial<PaceState> = {}): PaceState => ({
  day: '09-15',
  level: 600,
  spill: 0,
  levels: LEVELS,
  ...more,
})
const nameIn = (more: Partial<PaceState>) => paceIn(PACES, state(more))?.name

test('the first pace whose whole condition is true is in force; what is unknown is above nothing', () => {
  expect(nameIn({})).toBe('wet')
  expect(nameIn({ day: '12-01' })).toBe('dry')
  expect(nameIn({ day: '12-01', spill: 0.6 })).toBe('flood')
  expect(nameIn({ spill: 300, level: 607 })).toBe('flood')
  expect(nameIn({ spill: 300, level: 607.01 })).toBe('above')
  expect(nameIn({ spill: null, level: null })).toBe('wet')
  expect(paceIn([{ name: 'x', when: { aboveLevel: 'checkFlood' }, times: { every: 5 } }], state())).toBe(null)
  expect(
    paceIn(
      [{ name: 'x', when: { aboveLevel: 'season', aboveSpill: 1 }, times: { every: 5 } }],
      state({ level: 603 }),
    ),
  ).toBe(null)
})

test('instants are those of the local clock, the first excluded and the last included', () => {
  const day = paceInstants([PACES[2]], VN, at('2026-09-15 01:00'), at('2026-09-16 01:00'))
  expect(shown(day)).toEqual(['09-15 07:00', '09-15 13:00', '09-15 19:00', '09-16 01:00'])
  expect(shown(paceInstants([PACES[0]], VN, at('2026-09-15 01:00'), at('2026-09-15 01:45')))).toEqual([
    '09-15 01:15',
    '09-15 01:30',
    '09-15 01:45',
  ])
  expect(isInstantOf(PACES[3], VN, at('2026-09-15 07:00'))).toBe(true)
  expect(isInstantOf(PACES[3], VN, at('2026-09-15 13:00'))).toBe(false)
  expect(shown([nextPaceInstant([PACES[3]], VN, at('2026-09-15 19:00'))])).toEqual(['09-16 07:00'])
})

test('on days of 23 and 25 hours each hour that there is has its instant, each time of day one', () => {
  const zone = 'Europe/Berlin'
  const hourly: Pace = { name: 'h', when: null, times: { every: 60 } }
  const night: Pace = { name: 'n', when: null, times: { at: ['02:30', '07:00'] } }
  const of = (pace: Pace, day: string, to: string) =>
    paceInstants([pace], zone, at(`${day} 00:00`, zone) - 1, at(`${to} 00:00`, zone) - 1)
  // Clocks go forward on 29 March 2026 and back on 25 October.
  const [spring, autumn] = [of(hourly, '2026-03-29', '2026-03-30'), of(hourly, '2026-10-25', '2026-10-26')]
  expect([spring.length, autumn.length]).toEqual([23, 25])
  for (const list of [spring, autumn]) list.slice(1).forEach((t, i) => expect(t - list[i]).toBe(HOUR))
  expect(shown(of(night, '2026-03-29', '2026-03-30'), zone)).toEqual(['03-29 03:30', '03-29 07:00'])
  const back = of(night, '2026-10-25', '2026-10-26')
  expect(shown(back, zone)).toEqual(['10-25 02:30', '10-25 07:00'])
  expect(back[1] - back[0]).toBe(5 * HOUR + 30 * MINUTE)
  for (const t of [...spring, ...autumn]) expect(isInstantOf(hourly, zone, t)).toBe(true)
  for (const t of back) expect(isInstantOf(night, zone, t)).toBe(true)
})

test('spans by the instant at which a report is due', () => {
  const due = at('2026-09-15 07:00')
  const of = (span: Parameters<typeof spanDue>[0], t = due, dayStart = 0) => {
    const { from, to } = spanDue(span, t, VN, dayStart)
    return shown([from, to]).join(' / ')
  }
  expect(of('last_24h')).toBe('09-14 07:00 / 09-15 07:00')
  expect(of('today')).toBe('09-15 00:00 / 09-15 07:00')
  expect(of('yesterday')).toBe('09-14 00:00 / 09-15 00:00')
  expect(of('yesterday', due, 420)).toBe('09-14 07:00 / 09-15 07:00')
  expect(of('today', due, 420)).toBe('09-14 07:00 / 09-15 07:00')
  expect(of('last_7_days')).toBe('09-09 00:00 / 09-15 07:00')
  expect(of('this_month')).toBe('09-01 00:00 / 09-15 07:00')
  expect(of('this_month', at('2026-10-01 00:00'))).toBe('09-01 00:00 / 10-01 00:00')
  expect(of('last_month')).toBe('08-01 00:00 / 09-01 00:00')
  expect(of('this_year')).toBe('01-01 00:00 / 09-15 07:00')
  expect(spanDue('last_24h', due, VN, 0).to - DAY).toBe(at('2026-09-14 07:00'))
})
