import type { Description, Sensor, Version } from '#core/description/index.ts'

/** effective = gain * raw + offset over [from, to). */
interface Calibration {
  from: number
  to: number
  gain: number
  offset: number
}

const end = (v: Version<unknown>) => v.to ?? Infinity

/** Sensors that calibrate a series beside its position: the same ones as in calculation. */
function sensorsOf(d: Description, series: string): Version<Sensor>[] {
  return d.sensors.filter((v) => v.body.series === series && v.body.target?.noun !== 'position')
}

/** Calibrations of a series over [from, to), one per setting. */
export function calibrations(d: Description, series: string, from: number, to: number): Calibration[] {
  const sensors = sensorsOf(d, series)
  const positions = d.positions.filter((v) => v.body.series === series)
  const cuts = new Set([from])
  for (const v of [...sensors, ...positions])
    for (const t of [v.from, end(v)]) if (t > from && t < to) cuts.add(t)
  const edges = [...cuts].sort((a, b) => a - b)
  return edges.map((a, i) => {
    let gain = 1
    let offset = 0
    // As in calculation: the sensor first, then its position.
    for (const list of [sensors, positions]) {
      const own = list.findLast((v) => v.from <= a && a < end(v))
      if (!own) continue
      offset = own.body.gain * offset + own.body.offset
      gain *= own.body.gain
    }
    return { from: a, to: edges[i + 1] ?? to, gain, offset }
  })
}

/** The calibration in force at an instant. */
export function calibrationAt(d: Description, series: string, t: number): Calibration {
  return calibrations(d, series, t, t + 1)[0]
}
