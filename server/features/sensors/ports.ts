import { allInForce, type Description } from '#core/description/index.ts'
import type { Port } from '#contract/stations.ts'

/**
 * Ports that anything of the reservoir was ever connected to, the installed sensor at each, and the next free one of
 * each numbered row (DAP/AI1, DAP/AI2 ...). Sorted with numbers in their order.
 */
export function portsOf(d: Description, now: number): Port[] {
  const taken = new Map(
    allInForce(d.sensors, now)
      .filter((s) => s.body.state === 'installed' && s.body.port !== '')
      .map((s) => [s.body.port, s]),
  )
  const known = new Set([
    ...d.sensors.map((s) => s.body.port),
    ...allInForce(d.stations, now).map((s) => s.body.sensorPort),
  ])
  known.delete('')
  const rows = new Map<string, number>()
  for (const port of known) {
    const [, row, n] = /^(.*?)(\d{1,3})$/.exec(port) ?? []
    if (row !== undefined) rows.set(row, Math.max(rows.get(row) ?? 0, Number(n)))
  }
  const next = [...rows].map(([row, n]) => `${row}${n + 1}`)
  return [...known, ...next].sort(byNumber).map((port) => ({
    sensor_port: port,
    available: !taken.has(port),
    is_new: !known.has(port),
    sensor_id: taken.get(port)?.id ?? null,
    sensor_name: taken.get(port)?.body.name ?? null,
  }))
}

const counted = new Intl.Collator('en', { numeric: true })
const byNumber = (a: string, b: string) => counted.compare(a, b)
