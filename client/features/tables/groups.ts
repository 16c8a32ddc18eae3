import type { Group } from '#core/description/index.ts'
import type { TableItem, TableObject } from '#contract/tables/table.ts'
import { t, type Text } from '../../lib/text/index.ts'
import { LOCALES, type Language } from '../../lib/text/locale.ts'

/** The groups in search order: the reservoir, its outlets, its units. */
export const ORDER: readonly Group[] = [
  'ZV',
  'QZ',
  'FFZQ',
  'ZAQ',
  'ZAoAc',
  'HPQ',
  'nHPQ',
  'ZPQ',
  'QETA',
  'QHL',
]

/** Groups of an outlet: its discharge and its opening. */
export const RATINGS: readonly Group[] = ['FFZQ', 'ZAQ']
export const OPENINGS: readonly Group[] = ['ZAoAc']

type Column = keyof Text['interpolate']['column']

/** Label of a group's column. inputs: the relevant ones; a ZAoAc with one is sensor travel. */
export function columnName(group: Group, column: string, inputs: number, text: Text): string {
  const names = text.interpolate.column
  if (column === 'n') return group === 'HPQ' ? names.unit : names.running
  if (group === 'QZ' && column === 'z') return names.tail
  if (column === 'ao' && inputs === 1) return names.x
  return names[column as Column] ?? column
}

const UNITS: Record<string, string> = {
  'm3/s': 'm³/s',
  m3: 'm³',
  m2: 'm²',
  km2: 'km²',
}

/** Display name of a wire unit. */
export function unitName(unit: string, text: Text, language: Language): string {
  if (unit === '10^6 m3') return LOCALES[language].millionM3
  if (unit === 'sensor') return text.interpolate.sensorUnit
  return UNITS[unit] ?? unit
}

/** Display name of a table's object; a waterway is named by its units. */
export function objectName(o: TableObject): string {
  if (o.kind === 'plant') return t('interpolate.plant')
  return o.kind === 'waterway' ? t('interpolate.waterwayOf', { units: o.name }) : o.name
}

/** A table of sensor travel has its own name. */
export function groupName(item: Pick<TableItem, 'group' | 'inputs'>, text: Text): string {
  const names = text.interpolate.groups
  return item.group === 'ZAoAc' && item.inputs === 1 ? names.XA : names[item.group]
}

/** Decimals needed to show all numbers of a column in full, at most six. */
export function tableDecimals(rows: readonly (readonly number[])[], column: number): number {
  let most = 0
  for (const row of rows) {
    const text = String(row[column])
    if (text.includes('e')) return 6
    const point = text.indexOf('.')
    if (point >= 0) most = Math.max(most, text.length - point - 1)
    if (most >= 6) return 6
  }
  return most
}
