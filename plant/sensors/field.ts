/** Rain gauges with their radar pixels, the river gauge, batteries, and the logger's temperature. */
import { DAY, HOUR } from '../time.ts'
import { RAIN_STATIONS } from '../basin/map.ts'
import { riverLevel } from '../dam/gauges.ts'
import { localDay, season, ZONE_MS } from '../dam/levels.ts'
import { normal, uniform } from '../truth/random.ts'
import type { Sensor } from './sensor.ts'

/** mm of one tip of the bucket. */
const TIP = 0.2

const GAUGES: Sensor[] = RAIN_STATIONS.map(({ code, name }, station) => ({
  code: `rain.${code}`,
  name: `Mưa ${name}`,
  unit: 'mm',
  kind: 'total' as const,
  every: 300,
  resolution: TIP,
  counter: 1284.6,
  // The bucket catches slightly less than falls, and keeps what has not tipped.
  sense: (row, _t, _seed, before) => {
    if (!before) return undefined
    const caught = 0.985 - 0.008 * station
    const tips = (r: typeof row) => Math.floor((r.truth.rainTotal[station][r.i] * caught) / TIP)
    return (tips(row) - tips(before)) * TIP
  },
}))

const RADAR: Sensor[] = RAIN_STATIONS.map(({ code, name }, station) => ({
  code: `radar.${code}`,
  name: `Mưa ra đa ${name}`,
  unit: 'mm',
  kind: 'total' as const,
  every: 300,
  resolution: 0.01,
  // The beam measures drops aloft: wrong by a factor of the day, and by another every few minutes.
  sense: (row, t, seed, before) => {
    if (!before) return undefined
    const fell = row.truth.rainTotal[station][row.i] - before.truth.rainTotal[station][before.i]
    const day = Math.exp(-0.15 + 0.25 * normal(seed, localDay(t), 631))
    return fell * day * Math.exp(0.3 * normal(seed, t / 1000, 632, station))
  },
}))

const RIVER: Sensor[] = [
  {
    code: 'level.bavan',
    name: 'Mực nước sông tại Ba Vân',
    unit: 'm',
    kind: 'instant',
    every: 300,
    resolution: 0.01,
    sense: ({ truth, i }, t, seed) => riverLevel(truth.river[i]) + 0.004 * normal(seed, t / 1000, 641),
  },
  {
    code: 'discharge.bavan',
    name: 'Lưu lượng sông tại Ba Vân',
    unit: 'm3/s',
    kind: 'instant',
    every: 300,
    resolution: 0.01,
    sense: ({ truth, i }, t, seed) => truth.river[i] * (1 + 0.015 * normal(seed, t / 1000, 642)),
  },
]

/** Volts of a small solar station: charged by day, worse in the rains. */
function battery(t: number, seed: number, key: number): number {
  const hour = ((t + ZONE_MS) % DAY) / HOUR
  const sun = Math.max(0, Math.sin((Math.PI * (hour - 6)) / 12))
  const cloud =
    uniform(seed, localDay(t), 651, key % 3) * ([0, 1, 10, 11].includes(season(t).month) ? 0.8 : 0.4)
  const night = hour < 6 ? hour + 6 : hour > 18 ? hour - 18 : 0
  return 12.75 - 0.025 * night + sun * (1.1 - cloud) - 0.25 * cloud + 0.01 * normal(seed, t / 1000, 652, key)
}

const STATIONS = [
  ...RAIN_STATIONS.map(({ code, name }) => ({ code, name })),
  { code: 'song', name: 'sông Ba Vân' },
]

const BATTERIES: Sensor[] = STATIONS.map(({ code, name }, key) => ({
  code: `battery.${code}`,
  name: `Điện áp ắc quy ${name}`,
  unit: 'V',
  kind: 'instant' as const,
  every: 900,
  resolution: 0.01,
  sense: (_row, t, seed) => battery(t, seed, key),
}))

const BOX: Sensor = {
  code: 'logger.temperature',
  name: 'Nhiệt độ tủ thu thập số liệu',
  unit: 'degC',
  kind: 'instant',
  every: 900,
  resolution: 0.1,
  sense: (_row, t, seed) => {
    const hour = ((t + ZONE_MS) % DAY) / HOUR
    const year = Math.sin(2 * Math.PI * (season(t).fraction - 0.3))
    return 27 + 4 * year + 5 * Math.sin((Math.PI * (hour - 9)) / 12) + 0.3 * normal(seed, t / 1000, 661)
  },
}

/** The logger's own sensor comes last: in every message its reading marks that all before it were sent. */
export const FIELD: Sensor[] = [...GAUGES, ...RADAR, ...RIVER, ...BATTERIES, BOX]
