import type { Outlet, Item, Position, GeneratingUnit } from '#contract/description.ts'
import { BOTTOM, OVERFLOW, RADIAL } from '../dam/spillway.ts'
import { POSITION_ZERO } from '../dam/gauges.ts'
import { TURBINE } from '../dam/turbine.ts'

/**
 * Seconds between the reports that the description promises: live ones come every minute, but the stored past has one
 * in five.
 */
export const REPORT = 300

const position = (id: string, body: Omit<Position, 'gain' | 'method' | 'every'> & Partial<Position>) => ({
  id,
  body: { gain: 1, method: 1 as const, every: REPORT, ...body },
})

export const POSITIONS: Item<Position>[] = [
  position('reservoir.1', {
    name: 'Hồ 1, vai trái đập',
    type: 1,
    series: 'level.reservoir.1',
    offset: 0,
    average: true,
  }),
  position('reservoir.2', {
    name: 'Hồ 2, vai phải đập',
    type: 1,
    series: 'level.reservoir.2',
    offset: POSITION_ZERO,
    average: true,
  }),
  position('upstream', {
    name: 'Thượng lưu cửa lấy nước',
    type: 2,
    series: 'level.upstream',
    offset: 0,
    average: true,
  }),
  position('downstream', {
    name: 'Hạ lưu nhà máy',
    type: 3,
    series: 'level.downstream',
    offset: 0,
    average: true,
  }),
]

export const GATES: Item<Outlet>[] = [
  {
    id: 'spillway',
    body: {
      name: 'Tràn xả mặt có cửa van cung',
      type: 2,
      method: 'auto',
      parameters: {
        width: RADIAL.width,
        sill: RADIAL.sill,
        m: RADIAL.m,
        c: 0.62,
        maxOpening: RADIAL.maxOpening,
        trunnion: RADIAL.trunnion,
        designHead: RADIAL.designHead,
      },
      leaves: Array.from({ length: RADIAL.count }, (_, i) => ({
        id: `spillway.${i + 1}`,
        name: `Cửa van cung ${i + 1}`,
        openingSeries: `gate.${i + 1}.opening`,
        openingUnit: 'm',
      })),
      every: 300,
    },
  },
  {
    id: 'overflow',
    body: {
      name: 'Tràn tự do',
      type: 1,
      method: 'auto',
      parameters: { width: OVERFLOW.length, sill: OVERFLOW.crest, m: OVERFLOW.m },
      leaves: [{ id: 'overflow.1', name: 'Ngưỡng tràn tự do' }],
      every: 300,
    },
  },
  {
    id: 'bottom',
    body: {
      name: 'Cống xả đáy và dòng chảy tối thiểu',
      type: 4,
      method: 'auto',
      parameters: {
        width: BOTTOM.width,
        height: BOTTOM.height,
        sill: BOTTOM.sill,
        mu: BOTTOM.mu,
        maxOpening: BOTTOM.height,
      },
      leaves: [
        { id: 'bottom.1', name: 'Cửa cống xả đáy', openingSeries: 'gate.bottom.opening', openingUnit: 'm' },
      ],
      environmental: true,
      every: 300,
    },
  },
]

export const UNITS: Item<GeneratingUnit>[] = Array.from({ length: TURBINE.count }, (_, i) => ({
  id: `unit.${i + 1}`,
  body: {
    name: `Tổ máy H${i + 1}`,
    type: 6,
    axis: 2,
    number: i + 1,
    centreElevation: TURBINE.centre,
    ratedPower: TURBINE.rated,
    qmax: TURBINE.qmax,
    generatorEfficiency: TURBINE.generator,
    cutIn: 0.01,
    waterwayType: 1,
    waterway: `penstock.${i + 1}`,
    powerSeries: `unit.${i + 1}.power`,
    powerUnit: 'MW',
    method: 'auto',
    every: REPORT,
  },
}))
