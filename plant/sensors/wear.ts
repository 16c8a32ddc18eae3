/** Faults by wear over the years: a small one somewhere every week, the same in every run. */
import { DAY, HOUR, MINUTE } from '../time.ts'
import { RAIN_STATIONS } from '../basin/map.ts'
import { stream } from '../truth/random.ts'
import type { Fault, FaultKind } from './fault.ts'

const WEEK = 7 * DAY

const RAIN = RAIN_STATIONS.map(({ code }) => `rain.${code}`)
const CHOICES: [FaultKind, string[], number | undefined, number][] = [
  ['silent', [...RAIN, 'level.bavan', 'level.upstream'], undefined, 5],
  ['stuck', ['level.reservoir.2', 'level.downstream', 'level.bavan'], undefined, 4],
  ['spike', ['level.reservoir.1', 'level.reservoir.2', 'level.downstream'], 2.5, 3],
  ['late', [...RAIN, 'discharge.bavan'], 5400, 6],
  ['disorder', ['*'], 600, 8],
  ['duplicate', ['*'], undefined, 8],
  ['negative', RAIN, 0.2, 1],
  ['restarted', RAIN, undefined, 0.3],
  ['lie', ['level.reservoir.2'], 0.06, 12],
]

/** Faults of every week that touches [from, to]. */
export function wear(seed: number, from: number, to: number): Fault[] {
  const faults: Fault[] = []
  for (let week = Math.floor(from / WEEK); week * WEEK <= to; week++) {
    const random = stream(seed, week, 701)
    const [kind, series, amount, hours] = CHOICES[Math.floor(random() * CHOICES.length)]
    const start = week * WEEK + Math.floor((random() * WEEK) / MINUTE) * MINUTE
    const length = Math.ceil((hours * (0.5 + random()) * HOUR) / MINUTE) * MINUTE
    const fault: Fault = {
      kind,
      series: series[Math.floor(random() * series.length)],
      from: start,
      to: start + length,
    }
    faults.push(amount === undefined ? fault : { ...fault, amount })
  }
  return faults
}
