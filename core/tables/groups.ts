import { GROUPS } from '#core/description/index.ts'
import type { Group } from '#core/description/index.ts'

/** 1 capacity, 2 discharge, 3 valve gate. */
type GroupType = 1 | 2 | 3

interface GroupInfo {
  group: Group
  type: GroupType
  /** Inputs first, the last column is the output. */
  columns: readonly string[]
  /** Unit of each column as uploaded; 'v' and 'p' may be declared per table. */
  units: readonly string[]
}

function info(group: Group, type: GroupType, columns: string[], units: string[]): GroupInfo {
  return { group, type, columns, units }
}

const INFO: Record<Group, GroupInfo> = {
  HPQ: info('HPQ', 2, ['n', 'h', 'p', 'q'], ['', 'm', 'MW', 'm3/s']),
  nHPQ: info('nHPQ', 2, ['n', 'h', 'p', 'q'], ['', 'm', 'MW', 'm3/s']),
  ZPQ: info('ZPQ', 2, ['z', 'p', 'q'], ['m', 'MW', 'm3/s']),
  ZAQ: info('ZAQ', 2, ['z', 'a', 'q'], ['m', 'm', 'm3/s']),
  ZV: info('ZV', 1, ['z', 'v'], ['m', '10^6 m3']),
  QZ: info('QZ', 2, ['q', 'z'], ['m3/s', 'm']),
  FFZQ: info('FFZQ', 2, ['z', 'q'], ['m', 'm3/s']),
  ZAoAc: info('ZAoAc', 3, ['z', 'ao', 'ac'], ['m', 'sensor', 'm']),
  QETA: info('QETA', 2, ['qqmax', 'eta'], ['', '']),
  QHL: info('QHL', 2, ['q', 'h1'], ['m3/s', 'm']),
  ZQ: info('ZQ', 2, ['z', 'q'], ['m', 'm3/s']),
}

/** Columns, type and units of a group. */
export function groupInfo(group: Group): GroupInfo {
  return INFO[group]
}

/** The ten groups of a reservoir. */
export const GROUP_INFOS: readonly GroupInfo[] = GROUPS.map(groupInfo)

/** Names of the inputs of a group, in column order. */
export function inputsOf(group: Group): readonly string[] {
  return INFO[group].columns.slice(0, -1)
}

/** Whether two keys of a table are the same key: |d| <= 1e-9 max(1, |k|). */
export function sameKey(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a))
}

/** Unit of the power column: as declared, else MW when no power reaches 1000, else kW. */
export function powerUnit(declared: 'MW' | 'kW' | undefined, powers: Iterable<number>): 'MW' | 'kW' {
  if (declared) return declared
  for (const p of powers) if (p >= 1000) return 'kW'
  return 'MW'
}
