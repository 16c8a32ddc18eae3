import type { Description } from '../../description/index.ts'
import { lowerBound, type Series } from '../../series/index.ts'

/** level = gain * raw + offset over [from, to). */
interface Calibration {
  from: number
  to: number
  gain: number
  offset: number
}

/** Calibrations of a series: a position calibrates its own readings, other series are calibrated by their sensor. */
export function calibrationsOf(d: Description, code: string): Calibration[] {
  const positions = d.positions.filter((p) => p.body.series === code)
  const own =
    positions.length > 0
      ? positions
      : d.sensors.filter(({ body }) => body.series === code && body.target?.noun !== 'position')
  return own.map(({ from, to, body: { gain, offset } }) => ({ from, to: to ?? Infinity, gain, offset }))
}

/** Effective readings, each by the calibration in force at its instant. */
export function calibratedBy(s: Series, list: readonly Calibration[]): Series {
  if (list.every((x) => x.gain === 1 && x.offset === 0)) return s
  const v = s.v.slice()
  for (const { from, to, gain, offset } of list) {
    const end = lowerBound(s.t, to)
    for (let i = lowerBound(s.t, from); i < end; i++) v[i] = gain * s.v[i] + offset
  }
  return { ...s, v }
}
