import { inForce, type Description, type Sensor, type Version } from '#core/description/index.ts'

type Target = NonNullable<Sensor['target']>

/** What the sensors of each kind can measure. */
const NOUNS: Record<Sensor['kind'], readonly Target['noun'][]> = {
  1: ['station'],
  2: ['position', 'station'],
  3: ['unit'],
  4: ['unit'],
  5: ['leaf', 'station'],
  6: ['leaf', 'station'],
  7: ['station'],
  8: ['station', 'position'],
}

export const measures = (kind: Sensor['kind'], noun: Target['noun']): boolean => NOUNS[kind].includes(noun)

/** The name of what a sensor measures, and the series that is read for it; null where it is gone. */
export function targetOf(
  d: Description,
  { noun, id }: Target,
  kind: Sensor['kind'],
  now: number,
): { name: string; series: string | null } | null {
  const of = <T>(versions: Version<T>[], item = id) =>
    inForce(
      versions.filter((v) => v.id === item),
      now,
    )?.body
  if (noun === 'leaf') {
    const [gate, leaf] = id.split('/')
    const found = of(d.gates, gate)?.leaves.find((l) => l.id === leaf)
    return found
      ? { name: found.name, series: (kind === 6 ? found.dischargeSeries : found.openingSeries) ?? null }
      : null
  }
  if (noun === 'unit') {
    const unit = of(d.units)
    return unit
      ? { name: unit.name, series: (kind === 4 ? unit.dischargeSeries : unit.powerSeries) ?? null }
      : null
  }
  const body = noun === 'station' ? of(d.stations) : of(d.positions)
  return body ? { name: body.name, series: body.series } : null
}
