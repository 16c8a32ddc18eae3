import type { Group } from '#core/description/index.ts'
import { cutAt, isScatter, triangulate } from '#core/tables/index.ts'
import type { TableDetail } from '#contract/tables/table.ts'
import type { Hydro } from '#contract/dashboard.ts'
import { number, type Language } from '../../lib/format.ts'
import type { Text } from '../../lib/text/index.ts'
import type { Curve, CurveAxis, CurveLine, CurveMark, CurveDrawing } from '../../ui/curve/index.ts'
import { columnName, tableDecimals, unitName } from './groups.ts'

type Content = Pick<TableDetail['table'], 'columns' | 'rows' | 'derived'>

export interface DrawingInput extends Content {
  group: Group
  text: Text
  language: Language
  /** Levels of the reservoir, drawn into its storage curve and its overflow. */
  hydro?: Hydro
  /** The n of HPQ and nHPQ whose curves are drawn; default: the first. */
  n?: number
  /** Rows to mark, with their remarks. */
  remarks?: { row: number; severity: 'error' | 'warning'; message: string }[]
}

interface TableDrawing {
  drawing: CurveDrawing
  /** Number of drawn curves, and of all. */
  shown: number
  all: number
  /** Every n, if there are several. */
  slices: number[]
}

/** Most curves that can be distinguished. */
const MOST = 7

/** Groups whose first column is a level, drawn upwards as hydrologists do. */
const UPRIGHT: readonly Group[] = ['ZV', 'FFZQ', 'ZQ']

/** Levels of the reservoir as lines of a chart. */
function levelLines(hydro: Hydro | undefined, text: Text): CurveLine[] {
  if (!hydro) return []
  const words = text.interpolate.level
  const lines: [string, number | null][] = [
    [words.dead, hydro.dead_water_level],
    [words.normal, hydro.normal_water_level],
    [words.designedFlood, hydro.designed_flood_water_level],
    [words.checkFlood, hydro.check_flood_water_level],
    [words.crest, hydro.crest_level],
  ]
  return lines.flatMap(([label, at]) => (at === null ? [] : [{ label, at }]))
}

/** Shades of one hue from the lowest key to the highest. */
const shade = (i: number, n: number) =>
  n === 1
    ? 'var(--level)'
    : `color-mix(in oklab, var(--level) ${Math.round(35 + (65 * i) / (n - 1))}%, var(--line-strong))`

/** A table as a chart: one curve, or some of a family. */
export function tableDrawing(input: DrawingInput): TableDrawing {
  const { group, columns, rows, text, language } = input
  const last = columns.length - 1
  // A constant first column (ZAoAc without levels) makes no family.
  const flat = last === 2 && rows.every((r) => r[0] === rows[0]?.[0])
  const family = last >= 2 && !flat
  const inputs = flat ? 1 : last
  const axis = (k: number): CurveAxis => ({
    name: columnName(group, columns[k].name, inputs, text),
    unit: unitName(columns[k].unit, text, language),
    decimals: Math.max(2, Math.min(3, tableDecimals(rows, k))),
  })
  const upright = UPRIGHT.includes(group)
  const base = {
    keyAxis: axis(last - 1),
    valueAxis: axis(last),
    upright,
    lines: group === 'ZV' || group === 'FFZQ' ? levelLines(input.hydro, text) : [],
    marks: [] as CurveMark[],
  }
  if (family) return familyOf(input, base)

  const order = rows.map((_, i) => i).sort((a, b) => rows[a][last - 1] - rows[b][last - 1])
  const scale = group === 'ZV' && columns[last].unit === 'm3' ? 1e6 : 1
  if (scale !== 1)
    base.valueAxis = { ...base.valueAxis, unit: unitName('10^6 m3', text, language), decimals: 3 }
  const key = order.map((i) => rows[i][last - 1])
  const value = order.map((i) => rows[i][last] / scale)
  const curve: Curve = {
    id: 'value',
    name: base.valueAxis.name,
    color: 'var(--level)',
    key,
    value,
    plain: true,
  }
  const curves = [curve]
  let secondAxis: CurveAxis | undefined
  const area = input.derived.find((d) => d.name === 'area')
  if (area) {
    const perKm2 = area.unit === 'm2' ? 1e6 : 1
    const name = text.interpolate.column.area
    secondAxis = { name, unit: 'km²', decimals: 3 }
    curves.push({
      id: 'area',
      name,
      color: 'var(--radar)',
      key,
      value: order.map((i) => (area.values[i] ?? NaN) / perKm2),
      second: true,
      steps: true,
      plain: true,
    })
  }
  base.marks = (input.remarks ?? []).flatMap(({ row, severity, message }) =>
    rows[row] === undefined
      ? []
      : [
          {
            key: rows[row][last - 1],
            value: rows[row][last] / scale,
            tone: severity === 'error' ? 'alarm' : 'warn',
            label: message,
          } as const,
        ],
  )
  return { drawing: { ...base, secondAxis, curves }, shown: 1, all: 1, slices: [] }
}

type Base = Omit<CurveDrawing, 'curves' | 'secondAxis'>

function familyOf(input: DrawingInput, base: Base): TableDrawing {
  const { columns, rows, n } = input
  const last = columns.length - 1
  const k = last - 2
  const slices = last === 3 ? distinct(rows.map((r) => r[0])) : []
  const slice = slices.includes(n ?? NaN) ? n : slices[0]
  const sliceRows = slices.length > 0 ? rows.filter((r) => r[0] === slice) : rows
  const byKey = new Map<number, number[][]>()
  for (const row of sliceRows) {
    const list = byKey.get(row[k])
    if (list) list.push(row)
    else byKey.set(row[k], [row])
  }
  const firsts = distinct(sliceRows.map((r) => r[k]))
  const single = firsts.filter((key) => byKey.get(key)!.length === 1)
  if (isScatter(single.length, firsts.length)) return scatterOf(input, base, sliceRows, slices)
  const keys = firsts.filter((key) => byKey.get(key)!.length > 1)
  const chosen = spreadOver(keys, MOST)
  const curves = chosen.map((key, i): Curve => {
    const own = byKey.get(key)!.sort((a, b) => a[last - 1] - b[last - 1])
    return {
      ...keyOf(input, key),
      color: shade(i, chosen.length),
      key: own.map((r) => r[last - 1]),
      value: own.map((r) => r[last]),
    }
  })
  return {
    drawing: { ...base, upright: false, curves },
    shown: chosen.length,
    all: keys.length,
    slices: slices.length > 1 ? slices : [],
  }
}

/** Name and tag of a curve: the first key that it is drawn for. */
function keyOf({ columns, rows, language, text }: DrawingInput, key: number) {
  const k = columns.length - 3
  const unit = unitName(columns[k].unit, text, language)
  const shown = number(key, tableDecimals(rows, k))
  return { id: String(key), name: `${columns[k].name} = ${shown}${unit ? ` ${unit}` : ''}`, tag: shown }
}

/** Number of curves that show the surface through scattered points. */
const CUTS = 5

/** The surface through scattered points, as curves of some first keys. */
function scatterOf(input: DrawingInput, base: Base, rows: number[][], slices: number[]): TableDrawing {
  const last = input.columns.length - 1
  const [k, x, y] = [2, 1, 0].map((back) => rows.map((r) => r[last - back]))
  const mesh = triangulate(k, x, y)
  const [low, high] = [k.reduce((a, b) => Math.min(a, b)), k.reduce((a, b) => Math.max(a, b))]
  const keys = Array.from({ length: CUTS }, (_, i) => low + ((i + 1) * (high - low)) / (CUTS + 1))
  const curves = keys.map((key, i): Curve => {
    const cut = cutAt(mesh, key)
    return { ...keyOf(input, key), color: shade(i, CUTS), key: cut.x, value: cut.y }
  })
  return {
    drawing: { ...base, upright: false, curves: curves.filter((curve) => curve.key.length > 1) },
    shown: curves.length,
    all: curves.length,
    slices: slices.length > 1 ? slices : [],
  }
}

const distinct = (values: number[]) => [...new Set(values)].sort((a, b) => a - b)

/** At most `most` items of a list, evenly spaced, including its ends. */
export function spreadOver<T>(list: readonly T[], most: number): T[] {
  if (list.length <= most) return [...list]
  return Array.from({ length: most }, (_, i) => list[Math.round((i * (list.length - 1)) / (most - 1))])
}
