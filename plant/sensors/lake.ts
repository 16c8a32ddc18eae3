/** Level gauges, and the old control system's own storage. */
import { DAY, HOUR, MINUTE } from '../time.ts'
import { POSITION_ZERO } from '../dam/gauges.ts'
import { volume } from '../dam/storage.ts'
import { normal, uniform } from '../truth/random.ts'
import type { Sensor } from './sensor.ts'

const SWAY_MS = 9 * MINUTE

/** Standing wave of the lake, m, by the wind of the hour; the two shores are in opposite phase. */
function seiche(t: number, seed: number): number {
  const hour = Math.floor(t / HOUR)
  const share = (t % HOUR) / HOUR
  const wind = (1 - share) * uniform(seed, hour, 601) + share * uniform(seed, hour + 1, 601)
  return 0.0035 * wind * wind * Math.sin((2 * Math.PI * t) / SWAY_MS)
}

/** Slow drift of a gauge that is recalibrated about every New Year, m. */
function drift(t: number): number {
  return 0.003 * Math.sin((2 * Math.PI * t) / (360 * DAY))
}

const noise = (t: number, seed: number, key: number, sigma: number) => sigma * normal(seed, t / 1000, key)

export const LAKE: Sensor[] = [
  {
    code: 'level.reservoir.1',
    name: 'Mực nước hồ 1 (ra đa, vai trái đập)',
    unit: 'm',
    kind: 'instant',
    every: 60,
    resolution: 0.001,
    sense: ({ truth, i }, t, seed) => truth.level[i] + seiche(t, seed) + noise(t, seed, 611, 0.001),
  },
  {
    code: 'level.reservoir.2',
    name: 'Mực nước hồ 2 (áp lực, cột nước trên đầu đo)',
    unit: 'm',
    kind: 'instant',
    every: 60,
    resolution: 0.001,
    sense: ({ truth, i }, t, seed) =>
      truth.level[i] - POSITION_ZERO - seiche(t, seed) + drift(t) + noise(t, seed, 612, 0.0012),
  },
  {
    code: 'level.upstream',
    name: 'Mực nước thượng lưu cửa lấy nước',
    unit: 'm',
    kind: 'instant',
    every: 60,
    resolution: 0.01,
    sense: ({ truth, i }, t, seed) => truth.forebay[i] + noise(t, seed, 613, 0.003),
  },
  {
    code: 'level.downstream',
    name: 'Mực nước hạ lưu nhà máy',
    unit: 'm',
    kind: 'instant',
    every: 60,
    resolution: 0.01,
    sense: ({ truth, i }, t, seed) => truth.tailwater[i] + noise(t, seed, 614, 0.004),
  },
  {
    code: 'capacity.scada',
    name: 'Dung tích hồ theo SCADA',
    unit: '10^6 m3',
    kind: 'instant',
    every: 300,
    resolution: 0.01,
    sense: ({ truth, i }, t, seed) => volume(truth.level[i] + noise(t, seed, 615, 0.002)) / 1e6,
  },
]
