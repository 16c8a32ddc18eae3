import { demoDescription } from '#plant/describe.ts'
import { POSITION_ZERO } from '#plant/dam/gauges.ts'
import type { DescriptionSeed, Outlet, Item } from '#contract/description.ts'

const RADIAL = 24
const MIDDLE = 10
const BOTTOM = 6
export const GATES = RADIAL + MIDDLE + BOTTOM
export const UNITS = 6
export const FORTY = 'BONMUOI'
const STEP = 300_000
const HOURS = 3

const leaves = (outlet: string, name: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `${outlet}.${i + 1}`,
    name: `${name} ${i + 1}`,
    openingSeries: `${outlet}.${i + 1}.opening`,
    openingUnit: 'm',
  }))

/** A barrage as they are on large rivers: forty gates on three outlets beside a free overflow, and six units. */
export function fortyGates(): DescriptionSeed {
  const seed = demoDescription()
  const of = (id: string) => seed.gates.find((g) => g.id === id)!
  const like = (id: string, as: string, change: Partial<Outlet>): Item<Outlet> => ({
    id: as,
    body: { ...of(id).body, ...change },
  })
  const gates = [
    like('spillway', 'spillway', { leaves: leaves('spillway', 'Cửa van cung tràn mặt', RADIAL) }),
    of('overflow'),
    like('spillway', 'middle', {
      name: 'Tràn xả giữa có cửa van phẳng',
      type: 3,
      parameters: { width: 6, sill: 392, m: 0.45, c: 0.6, maxOpening: 8 },
      leaves: leaves('middle', 'Cửa van phẳng xả giữa', MIDDLE),
    }),
    like('bottom', 'bottom', { leaves: leaves('bottom', 'Cửa cống xả đáy', BOTTOM) }),
  ]
  const units = Array.from({ length: UNITS }, (_, i) => {
    const [n, { body }] = [i + 1, seed.units[0]]
    return {
      id: `unit.${n}`,
      body: {
        ...body,
        name: `Tổ máy H${n}`,
        number: n,
        waterway: `penstock.${n}`,
        powerSeries: `unit.${n}.power`,
      },
    }
  })
  const own = seed.tables.filter((t) => t.body.object === 'unit.1')
  const shared = seed.tables.filter(
    (t) => t.body.object === null || gates.some((g) => g.id === t.body.object && g.id !== 'middle'),
  )
  const known = new Set(seed.series.map((s) => s.code))
  const opening = seed.series.find((s) => s.code === 'gate.1.opening')!
  const power = seed.series.find((s) => s.code === 'unit.1.power')!
  return {
    ...seed,
    hydroCode: FORTY,
    plant: { ...seed.plant, name: 'Thủy điện Bậc thang Sông An Vân Thượng' },
    gates,
    units,
    tables: [
      ...shared,
      ...units.flatMap((u) => own.map((t) => ({ id: `${t.id}.${u.id}`, body: { ...t.body, object: u.id } }))),
    ],
    series: [
      ...seed.series,
      ...gates.flatMap((g) =>
        g.body.leaves.flatMap((l) =>
          l.openingSeries ? [{ ...opening, code: l.openingSeries, name: `Độ mở ${l.name}` }] : [],
        ),
      ),
      ...units.map((u) => ({ ...power, code: u.body.powerSeries, name: `Công suất ${u.body.name}` })),
    ].filter((s, i, all) => (known.has(s.code) ? all.findIndex((o) => o.code === s.code) === i : true)),
  }
}

/** Three hours of it: every second gate is open, each by another opening; the lake rises. */
export function fortyReadings(until: number): { series: string; t: number; v: number }[] {
  const last = Math.floor(until / STEP) * STEP
  const { gates, units } = fortyGates()
  const steps = (HOURS * 3_600_000) / STEP
  const openings = gates.flatMap(({ body }) =>
    body.leaves.flatMap((l, k) => {
      const share = k % 2 === 0 ? 0.1 + 0.1 * (k % 7) : 0
      return l.openingSeries ? [{ series: l.openingSeries, v: share * body.parameters.maxOpening! }] : []
    }),
  )
  return Array.from({ length: steps + 1 }, (_, i) => last - (steps - i) * STEP).flatMap((t, i) => {
    const z = 409.2 + 0.015 * i
    return [
      { series: 'level.reservoir.1', t, v: z },
      { series: 'level.reservoir.2', t, v: z - POSITION_ZERO },
      { series: 'level.upstream', t, v: z + 0.02 },
      { series: 'level.downstream', t, v: 274.1 },
      ...openings.map(({ series, v }) => ({ series, t, v })),
      ...units.map((u, k) => ({ series: u.body.powerSeries, t, v: k === 4 ? 0 : 31 + k / 2 })),
    ]
  })
}
