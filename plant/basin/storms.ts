/**
 * Storms of central Viet Nam, each determined by the seed and the day it begins, so that any span of time can be
 * generated alone. January to August is dry but for afternoon thunderstorms; from September the north-east monsoon
 * brings rain for days, and once or twice a year a typhoon comes ashore.
 */
import { stream, type Stream } from '../truth/random.ts'
import { midnight, season } from '../dam/levels.ts'
import { DAY, HOUR } from '../time.ts'

/** A burst of rain: share of the storm's total, its middle (epoch ms) and its width (ms) as a Gaussian. */
interface Burst {
  share: number
  middle: number
  width: number
}

export interface Storm {
  kind: 'shower' | 'monsoon' | 'typhoon'
  id: number
  from: number
  to: number
  /** Areal mean at the centre of the storm, mm. */
  total: number
  /** Centre, km from the dam, its drift (km/h) and reach (km). */
  x: number
  y: number
  driftX: number
  driftY: number
  reach: number
  bursts: Burst[]
}

/** Longest storm, days: how far back a day must search. */
export const LONGEST = 4

// January first: chance of a shower and of a monsoon rain beginning on a day.
const SHOWERS = [0.05, 0.04, 0.08, 0.2, 0.42, 0.4, 0.36, 0.42, 0.4, 0.2, 0.08, 0.05]
const MONSOON = [0.13, 0.07, 0.04, 0.03, 0.04, 0.03, 0.02, 0.04, 0.11, 0.2, 0.25, 0.2]
const MONSOON_TOTAL = [24, 16, 16, 22, 34, 34, 34, 40, 62, 88, 88, 50]

function bursts(random: Stream, from: number, hours: number, count: number, main: number): Burst[] {
  const list: Burst[] = []
  let left = 1
  for (let i = 0; i < count; i++) {
    const share = i === count - 1 ? left : left * (i === 0 ? main : 0.3 + 0.4 * random())
    left -= share
    const place = i === 0 ? 0.4 + 0.25 * random() : 0.12 + 0.76 * random()
    const width = hours * (i === 0 ? 0.09 + 0.05 * random() : 0.07 + 0.1 * random())
    list.push({ share, middle: from + place * hours * HOUR, width: width * HOUR })
  }
  return list
}

function shower(random: Stream, day: number, id: number): Storm {
  const hours = 1 + 2.2 * random()
  const from = midnight(day) + (13 + 5 * random()) * HOUR
  return {
    kind: 'shower',
    id,
    from,
    to: from + hours * HOUR,
    total: 8 + 38 * random() ** 2,
    x: -24 + 26 * random(),
    y: -16 + 20 * random(),
    driftX: -4 + 12 * random(),
    driftY: -4 + 8 * random(),
    reach: 4 + 5 * random(),
    bursts: bursts(random, from, hours, 2, 0.7),
  }
}

function wide(kind: 'monsoon' | 'typhoon', random: Stream, day: number, id: number, total: number): Storm {
  const hours = kind === 'typhoon' ? 30 + 24 * random() : 18 + 54 * random()
  const from = midnight(day) + 24 * random() * HOUR
  return {
    kind,
    id,
    from,
    to: from + hours * HOUR,
    total,
    x: -24 + 24 * random(),
    y: -14 + 16 * random(),
    driftX: 0,
    driftY: 0,
    reach: kind === 'typhoon' ? 45 : 28,
    bursts: bursts(random, from, hours, kind === 'typhoon' ? 4 : 5, kind === 'typhoon' ? 0.6 : 0.35),
  }
}

/** Days of the year on which typhoons make landfall near enough: none to three, most often one or two. */
function landfalls(seed: number, year: number): { day: number; total: number }[] {
  const random = stream(seed, year, 77)
  const luck = random()
  const count = luck < 0.08 ? 0 : luck < 0.52 ? 1 : luck < 0.93 ? 2 : 3
  const first = Math.floor(Date.UTC(year, 8, 22) / DAY)
  return Array.from({ length: count }, (_, i) => ({
    day: first + Math.floor(((i + random()) * 68) / Math.max(1, count)),
    total: 170 + 250 * random() ** 1.6,
  }))
}

/** Peak and duration of a requested typhoon, hours from its beginning. */
const WORST = 7
const LENGTH = 14

/**
 * A typhoon that begins at an instant, in any season: most of its rain falls within three hours, so that the lake
 * rises visibly.
 */
export function typhoonAt(from: number): Storm {
  const burst = (share: number, hour: number, width: number): Burst => ({
    share,
    middle: from + hour * HOUR,
    width: width * HOUR,
  })
  return {
    kind: 'typhoon',
    id: Math.floor(from / HOUR),
    from,
    to: from + LENGTH * HOUR,
    total: 400,
    x: -12,
    y: -6,
    driftX: 0,
    driftY: 0,
    reach: 45,
    bursts: [burst(0.2, WORST - 3, 1.5), burst(0.6, WORST, 1.3), burst(0.2, WORST + 3, 1.5)],
  }
}

/** Storms that begin on a local day. */
export function stormsOf(seed: number, day: number): Storm[] {
  const { month, year } = season(midnight(day))
  const random = stream(seed, day, 11)
  const storms: Storm[] = []
  if (random() < SHOWERS[month]) storms.push(shower(random, day, day * 4))
  if (random() < SHOWERS[month] / 3) storms.push(shower(random, day, day * 4 + 1))
  if (random() < MONSOON[month]) {
    const total = MONSOON_TOTAL[month] * (0.25 + 1.5 * random() ** 1.5)
    storms.push(wide('monsoon', random, day, day * 4 + 2, total))
  }
  for (const landfall of landfalls(seed, year))
    if (landfall.day === day) storms.push(wide('typhoon', random, day, day * 4 + 3, landfall.total))
  return storms
}
