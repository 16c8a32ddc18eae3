import { expect, it } from 'vitest'
import { catchmentAt, CATCHMENTS, grid, RAIN_STATIONS } from './basin/map.ts'
import { demoDescription } from './describe.ts'

const seed = demoDescription()

/** Area of a ring on the sphere, km2 (line integral of the latitude). */
function areaOf(ring: readonly (readonly [number, number])[]): number {
  const rad = Math.PI / 180
  let sum = 0
  ring.forEach(([lon, lat], i) => {
    const [lon2, lat2] = ring[(i + 1) % ring.length]
    sum += (lon2 - lon) * rad * (2 + Math.sin(lat * rad) + Math.sin(lat2 * rad))
  })
  return Math.abs((sum * 6371.0088 ** 2) / 2)
}

it('the basin on the map has the stated area within 1 %', () => {
  expect(seed.plant.basin!.length).toBeGreaterThanOrEqual(25)
  expect(Math.abs(areaOf(seed.plant.basin!) / seed.plant.basinArea - 1)).toBeLessThan(0.01)
  expect(seed.plant.catchments.reduce((sum, c) => sum + c.area, 0)).toBeCloseTo(seed.plant.basinArea, 6)
})

it('sub-basins and Thiessen shares are those of the map', () => {
  const places = grid(0.1)
  const areas = CATCHMENTS.map(() => 0)
  const shares = RAIN_STATIONS.map(() => 0)
  for (const place of places) {
    areas[catchmentAt(place)] += 0.01
    const far = RAIN_STATIONS.map((s) => Math.hypot(s.x - place.x, s.y - place.y))
    shares[far.indexOf(Math.min(...far))] += 1 / places.length
  }
  CATCHMENTS.forEach((c, i) => expect(Math.abs(areas[i] - c.area)).toBeLessThan(0.5))
  RAIN_STATIONS.forEach((s, i) => expect(Math.abs(shares[i] - s.thiessen)).toBeLessThan(0.002))
  expect(RAIN_STATIONS.reduce((sum, s) => sum + s.thiessen, 0)).toBeCloseTo(1, 9)
})

it('every series named by a part of the plant is described, once', () => {
  const codes = seed.series.map((s) => s.code)
  expect(new Set(codes).size).toBe(codes.length)
  const named = [
    ...seed.positions.map((p) => p.body.series),
    ...seed.gates.flatMap((g) => g.body.leaves.flatMap((leaf) => leaf.openingSeries ?? [])),
    ...seed.units.map((u) => u.body.powerSeries),
    ...seed.stations.flatMap((s) => [s.body.series, s.body.radarSeries ?? s.body.series]),
  ]
  for (const code of named) expect(codes).toContain(code)
  for (const code of codes) expect([...named, 'logger.temperature']).toContain(code)
})

it('ids are unique, and every table belongs to an object', () => {
  const items = [seed.positions, seed.gates, seed.units, seed.stations, seed.sensors!, seed.tables]
  for (const list of items) expect(new Set(list.map((i) => i.id)).size).toBe(list.length)
  const objects = [...seed.gates.map((g) => g.id), ...seed.units.flatMap((u) => [u.id, u.body.waterway])]
  for (const { body } of seed.tables) if (body.object !== null) expect(objects).toContain(body.object)
})

it('each measured series has a sensor, at a port of its own that its station names', () => {
  const sensors = seed.sensors!.filter((s) => s.body.state === 'installed')
  const series = sensors.map((s) => s.body.series)
  const ports = sensors.map((s) => s.body.port)
  for (const list of [series, ports, seed.sensors!.map((s) => s.id)])
    expect(new Set(list).size).toBe(list.length)
  const items = {
    station: seed.stations.map((s) => s.id),
    position: seed.positions.map((p) => p.id),
    unit: seed.units.map((u) => u.id),
    leaf: seed.gates.flatMap((g) => g.body.leaves.map((l) => `${g.id}/${l.id}`)),
  }
  for (const { body } of sensors) {
    expect(items[body.target!.noun]).toContain(body.target!.id)
    const station = seed.stations.find((s) => s.body.series === body.series)
    if (station) expect(station.body.sensorPort).toBe(body.port)
  }
  for (const { body } of seed.stations) expect(body.sensorPort).toMatch(/^[A-Z-]+\/[A-Z0-9-]+$/)
})

it('levels are in order, and the tables reach from the lowest to the highest', () => {
  const { minPossible, dead, normal, designedFlood, checkFlood, crest, maxPossible } = seed.plant.levels
  const order = [minPossible, dead, normal, designedFlood, checkFlood!, crest!]
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(maxPossible).toBe(crest)
  const z = seed.tables.find((t) => t.id === 'ZV')!.body.rows.map((row) => row[0])
  expect(z[0]).toBeLessThanOrEqual(minPossible)
  expect(z[z.length - 1]).toBeGreaterThanOrEqual(maxPossible)
})
