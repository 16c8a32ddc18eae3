import type { Group, Table } from '#core/description/index.ts'
import { groupInfo, powerUnit, sameKey } from './groups.ts'
import { error, warning } from './issue.ts'
import type { Issue } from './issue.ts'

/** A row of numbers and its 1-based data row. */
export interface NumberedRow {
  values: number[]
  row: number
}

/** Range of efficiencies that a row of a head-power-discharge table may imply. */
const LOWEST_EFFICIENCY = 0.3
const HIGHEST_EFFICIENCY = 0.97
/** Share by which the area may fall from one segment of a storage curve to the next without a warning. */
const AREA_FALL = 0.2

/** The rules of one group over rows sorted by key, without repeats. */
export function checkGroup(group: Group, rows: NumberedRow[], units: Table['units'], issues: Issue[]): void {
  switch (group) {
    case 'ZV':
      notNegative(rows, 1, 'v', issues)
      rising(rows, 1, 'v', false, issues)
      areas(rows, issues)
      lakeSize(rows, units, issues)
      break
    case 'QZ':
      notNegative(rows, 0, 'q', issues)
      rising(rows, 1, 'z', false, issues)
      break
    case 'FFZQ':
    case 'ZQ':
      notNegative(rows, 1, 'q', issues)
      rising(rows, 1, 'q', false, issues)
      break
    case 'QHL':
      notNegative(rows, 0, 'q', issues)
      notNegative(rows, 1, 'h1', issues)
      rising(rows, 1, 'h1', false, issues)
      break
    case 'QETA':
      efficiencyCurve(rows, issues)
      break
    case 'ZAQ':
      notNegative(rows, 1, 'a', issues)
      notNegative(rows, 2, 'q', issues)
      alongCurves(rows, 2, 'q', warning, false, issues)
      acrossCurves(rows, 2, 'q', 1, issues)
      break
    case 'HPQ':
    case 'nHPQ':
    case 'ZPQ': {
      const p = groupInfo(group).columns.length - 2
      notNegative(rows, p, 'p', issues)
      notNegative(rows, p + 1, 'q', issues)
      alongCurves(rows, p + 1, 'q', error, true, issues)
      acrossCurves(rows, p + 1, 'q', -1, issues)
      if (group !== 'ZPQ') efficiencies(rows, units, issues)
      else powerSize(rows, units, issues)
      break
    }
    case 'ZAoAc':
      break
  }
}

function notNegative(rows: NumberedRow[], column: number, name: string, issues: Issue[]): void {
  for (const { values, row } of rows) {
    if (values[column] < 0)
      issues.push(
        error('NEGATIVE_VALUE', row, name, `${name} = ${values[column]} is below 0.`, {
          params: { field: name, value: values[column] },
        }),
      )
  }
}

function rising(rows: NumberedRow[], column: number, name: string, strictly: boolean, issues: Issue[]): void {
  for (let i = 1; i < rows.length; i++) {
    step(rows[i - 1], rows[i], column, name, strictly, error, issues)
  }
}

function step(
  before: NumberedRow,
  row: NumberedRow,
  column: number,
  name: string,
  strictly: boolean,
  make: typeof error,
  issues: Issue[],
): void {
  const was = before.values[column]
  const is = row.values[column]
  if (is > was || (is === was && !strictly)) return
  const detail = `${name} = ${is} is not above ${was} of row ${before.row}.`
  const params = { field: name, value: is, before: was }
  issues.push(make('NOT_INCREASING', row.row, name, detail, { params, other: before.row }))
}

/** Consecutive rows of the same curve (all keys but the last equal). */
function alongCurves(
  rows: NumberedRow[],
  column: number,
  name: string,
  make: typeof error,
  strictly: boolean,
  issues: Issue[],
): void {
  for (let i = 1; i < rows.length; i++) {
    const a = rows[i - 1]
    const b = rows[i]
    let same = true
    for (let j = 0; j < column - 1; j++) same &&= sameKey(a.values[j], b.values[j])
    if (same) step(a, b, column, name, strictly, make, issues)
  }
}

/** The same last key on neighbouring curves: discharge rises (direction 1) or falls (-1) with the key between. */
function acrossCurves(
  rows: NumberedRow[],
  column: number,
  name: string,
  direction: 1 | -1,
  issues: Issue[],
): void {
  const inner = column - 1
  const last = new Map<string, NumberedRow>()
  for (const row of rows) {
    const n = column === 3 ? row.values[0] : 0
    const key = `${n}|${Number(row.values[inner].toPrecision(9))}`
    const before = last.get(key)
    last.set(key, row)
    if (!before || (row.values[column] - before.values[column]) * direction >= 0) continue
    const outer = groupInfoName(column)
    const detail = `${name} = ${row.values[column]} against ${before.values[column]} of row ${before.row}, at the lower ${outer}.`
    const params = { field: name, value: row.values[column], before: before.values[column], outer }
    issues.push(
      direction === 1
        ? warning('NOT_INCREASING', row.row, name, detail, {
            message: 'LOWER_THAN_BELOW',
            params,
            other: before.row,
          })
        : warning('NOT_DECREASING', row.row, name, detail, {
            message: 'HIGHER_THAN_BELOW',
            params,
            other: before.row,
          }),
    )
  }
}

function groupInfoName(column: number): string {
  return column === 3 ? 'h' : 'z'
}

function areas(rows: NumberedRow[], issues: Issue[]): void {
  let before = NaN
  for (let i = 1; i < rows.length; i++) {
    const [z0, v0] = rows[i - 1].values
    const [z1, v1] = rows[i].values
    const area = (v1 - v0) / (z1 - z0)
    // A falling volume is an error already.
    if (area >= 0 && area < before * (1 - AREA_FALL) - 1e-12 * Math.abs(before)) {
      const share = Math.round((1 - area / before) * 100)
      issues.push(
        warning('AREA_FALLS', rows[i].row, 'v', `The lake area falls by ${share}% above z = ${z0}.`, {
          params: { share, z: z0 },
        }),
      )
    }
    before = area
  }
}

/** Areas larger than any reservoir, and smaller than any pond of a power plant, m2. */
const LARGEST_LAKE = 1e10
const SMALLEST_LAKE = 1e3

/** Checks for a volume in the wrong unit, by which the lake would be as large as a country, or as a table top. */
function lakeSize(rows: NumberedRow[], units: Table['units'], issues: Issue[]): void {
  const scale = units.v === 'm3' ? 1 : 1e6
  let largest = 0
  for (let i = 1; i < rows.length; i++) {
    const [z0, v0] = rows[i - 1].values
    const [z1, v1] = rows[i].values
    largest = Math.max(largest, ((v1 - v0) * scale) / (z1 - z0))
  }
  if (largest > LARGEST_LAKE) {
    const area = Math.round(largest / 1e6)
    const detail = `The lake would be ${area} km2: the volume is likely in m3, not in million m3.`
    issues.push(error('UNIT_UNLIKELY', null, 'v', detail, { params: { area } }))
  } else if (largest > 0 && largest < SMALLEST_LAKE) {
    const area = Number(largest.toPrecision(2))
    const detail = `The lake would be ${area} m2: the volume is likely in million m3, not in m3.`
    const options = { says: 'UNIT_UNLIKELY_SMALL', params: { area } } as const
    issues.push(warning('UNIT_UNLIKELY', null, 'v', detail, options))
  }
}

/** Checks for powers of a thousand and more, which are hardly MW; without a head there is no other clue. */
function powerSize(rows: NumberedRow[], units: Table['units'], issues: Issue[]): void {
  const p = Math.max(...rows.map((r) => r.values[1]))
  if (units.p !== 'MW' || p < 1000) return
  const detail = `Powers up to ${p} MW: they are likely in kW.`
  issues.push(warning('UNIT_UNLIKELY', null, 'p', detail, { message: 'UNIT_UNLIKELY_POWER', params: { p } }))
}

/**
 * Checks eta = p / (9.81 q h) of each row. Outside the range, power is likely in another unit or the head of another
 * kind.
 */
function efficiencies(rows: NumberedRow[], units: Table['units'], issues: Issue[]): void {
  const unit = powerUnit(
    units.p,
    rows.map((r) => r.values[2]),
  )
  const scale = unit === 'MW' ? 1000 : 1
  for (const { values, row } of rows) {
    const [, h, p, q] = values
    if (p === 0) continue
    const eta = (p * scale) / (9.81 * q * h)
    if (eta >= LOWEST_EFFICIENCY && eta <= HIGHEST_EFFICIENCY) continue
    const detail = `Row ${row} implies an efficiency of ${eta.toPrecision(3)} with power in ${unit}: power in the wrong unit (MW, kW), or net head for gross.`
    const params = { eta: eta.toPrecision(3), unit }
    issues.push(error('EFFICIENCY_OUT_OF_RANGE', row, 'q', detail, { params }))
  }
}

function efficiencyCurve(rows: NumberedRow[], issues: Issue[]): void {
  const percent = (column: number, name: string): boolean => {
    const found = rows.find((r) => r.values[column] > 1.5)
    if (!found) return false
    const detail = `${name} = ${found.values[column]}: these look like percent; give fractions (0.9, not 90).`
    const params = { field: name, value: found.values[column] }
    issues.push(error('PERCENT', found.row, name, detail, { params }))
    return true
  }
  if (!percent(0, 'qqmax')) {
    for (const { values, row } of rows) {
      if (values[0] >= 0 && values[0] <= 1.2) continue
      const detail = `q/qmax = ${values[0]} is not within 0 to 1.2.`
      issues.push(error('RATIO_OUT_OF_RANGE', row, 'qqmax', detail, { params: { value: values[0] } }))
    }
  }
  if (!percent(1, 'eta')) {
    for (const { values, row } of rows) {
      if (values[1] > 0 && values[1] <= HIGHEST_EFFICIENCY) continue
      const detail = `eta = ${values[1]} is not within 0 to ${HIGHEST_EFFICIENCY}.`
      const params = { value: values[1] }
      issues.push(error('EFFICIENCY_OUT_OF_RANGE', row, 'eta', detail, { message: 'ETA', params }))
    }
  }
}
