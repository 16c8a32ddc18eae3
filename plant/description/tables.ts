/** The plant's interpolation tables, as its designers would have printed them: from its true hydraulics. */
import type { Item, Table } from '#contract/description.ts'
import { OVERFLOW, overflowFlow, RADIAL, radialFlow, tailwater } from '../dam/spillway.ts'
import { volume } from '../dam/storage.ts'
import { efficiency, TURBINE, unitFlow, unitPower } from '../dam/turbine.ts'

/** When the tables were entered: the plant's first working Monday of 2020. */
const UPLOADED = Date.UTC(2020, 0, 6, 2)

const digits = (value: number, n: number) => Number(value.toFixed(n))

/** Values from ... to, both included, without accumulating rounding errors. */
function nodes(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => digits(from + i * step, 6))
}

function storage(): number[][] {
  return nodes(340, 418, 0.5).map((z) => [z, digits(volume(z) / 1e6, 5)])
}

function tail(): number[][] {
  const rows = [0, 0.5, 1, 2]
  while (rows[rows.length - 1] < 6000) rows.push(Math.ceil(rows[rows.length - 1] * 1.15))
  return rows.map((q) => [q, digits(tailwater(q), 3)])
}

function overflow(): number[][] {
  const { crest } = OVERFLOW
  const heads = [
    ...nodes(0, 0.1, 0.01),
    ...nodes(0.12, 0.3, 0.02),
    ...nodes(0.35, 1, 0.05),
    ...nodes(1.1, 4.7, 0.1),
  ]
  return [[412, 0], ...heads.map((h) => [digits(crest + h, 3), digits(overflowFlow(crest + h), 3)])]
}

/** Rows of a radial gate, dense in its working range and near the sill, where the curve bends. */
function radial(): number[][] {
  const heads = [0, 0.05, 0.1, 0.2, 0.3, 0.4, ...nodes(0.5, 17.5, 0.25)]
  const openings = [...nodes(0, 0.4, 0.05), ...nodes(0.5, RADIAL.maxOpening, 0.25)]
  return heads.flatMap((h) => {
    const z = digits(RADIAL.sill + h, 3)
    return openings.map((a) => [z, a, digits(radialFlow(z, a), 3)])
  })
}

/** Rows of a unit by gross head, up to 1.08 times the largest discharge, so that no working point is at the edge. */
function turbine(unit: number): number[][] {
  return nodes(104, 152, 2).flatMap((h) => {
    const most = unitPower(TURBINE.qmax * 1.08, h) / 1000
    const powers = [0.5, 1, 1.5, ...nodes(2, Math.floor(most), 1)]
    return powers.map((p) => [unit, h, p, digits(unitFlow(p * 1000, h), 4)])
  })
}

function efficiencies(): number[][] {
  return nodes(0.02, 1.1, 0.02).map((ratio) => [ratio, digits(efficiency(ratio), 5)])
}

function losses(): number[][] {
  return nodes(1, 34, 1).map((q) => [q, digits(TURBINE.loss * q * q, 4)])
}

type Body = Pick<Table, 'group' | 'name' | 'object' | 'rows'> & Partial<Table>

function table(id: string, body: Body): Item<Table> {
  const fileName = `${id.replaceAll('.', '_')}.csv`
  return { id, body: { fileName, uploadedAt: UPLOADED, active: true, loopByYear: false, units: {}, ...body } }
}

export function tables(): Item<Table>[] {
  return [
    table('ZV', {
      group: 'ZV',
      name: 'Quan hệ mực nước - dung tích hồ',
      object: null,
      rows: storage(),
      units: { v: '10^6 m3' },
    }),
    table('QZ', {
      group: 'QZ',
      name: 'Quan hệ lưu lượng - mực nước hạ lưu nhà máy',
      object: null,
      rows: tail(),
    }),
    table('ZAQ.spillway', {
      group: 'ZAQ',
      name: 'Khả năng xả một cửa van cung',
      object: 'spillway',
      rows: radial(),
    }),
    table('FFZQ.overflow', {
      group: 'FFZQ',
      name: 'Khả năng xả tràn tự do',
      object: 'overflow',
      rows: overflow(),
    }),
    table('HPQ.unit.1', {
      group: 'HPQ',
      name: 'Đặc tính vận hành tổ máy H1',
      object: 'unit.1',
      rows: turbine(1),
      units: { p: 'MW' },
      headKind: 'gross',
    }),
    table('QETA.unit.2', {
      group: 'QETA',
      name: 'Hiệu suất tua bin H2',
      object: 'unit.2',
      rows: efficiencies(),
    }),
    table('QHL.penstock.2', {
      group: 'QHL',
      name: 'Tổn thất cột nước đường ống H2',
      object: 'penstock.2',
      rows: losses(),
    }),
  ]
}
