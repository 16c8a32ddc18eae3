import type { Text } from '../../lib/text/index.ts'

/** Names of new items, in the language of the page. */
export type StartNames = Text['setup']['names']

/** Initial values: one gauge of the lake, and the usual intervals. */
export function firstForm(zone: string, names: StartNames) {
  return {
    hydroCode: '',
    plant: { name: '', river: '', province: '', zone, levels: {} },
    positions: [positionOf(1, 1, names)],
    release: { mode: 'gates' },
    measured: {
      name: names.totalRelease,
      series: 'release.total',
      kind: 'mean',
      every: 3600,
    },
    gates: [],
    units: [],
    stations: [],
    calc: {},
  }
}

const CODES = { 1: 'level.reservoir', 2: 'level.upstream', 3: 'level.downstream' } as const

/** A new level position, the nth of its type. */
export function positionOf(type: 1 | 2 | 3, n: number, names: StartNames) {
  return {
    name: n === 1 ? names.position[type] : `${names.position[type]} ${n}`,
    type,
    series: `${CODES[type]}.${n}`,
    unit: 'm',
    every: 300,
    gain: 1,
    offset: 0,
  }
}

/** The first free id of a kind. */
function freeId(begin: string, taken: readonly string[]): string {
  for (let i = 1; ; i++) if (!taken.includes(`${begin}.${i}`)) return `${begin}.${i}`
}

export function newGate(taken: readonly string[], names: StartNames) {
  const id = freeId('gate', taken)
  return {
    id,
    name: `${names.gate} ${id.split('.')[1]}`,
    type: 2,
    method: 'auto',
    count: 1,
    every: 300,
    parameters: {},
  }
}

export function newUnit(taken: readonly string[], names: StartNames) {
  const id = freeId('unit', taken)
  return {
    id,
    name: `${names.unit} H${id.split('.')[1]}`,
    type: 6,
    axis: 2,
    waterwayType: 2,
    method: 'auto',
    every: 300,
  }
}

export function stationOf(n: number) {
  return { code: `R${n}`, name: '', type: 1, every: 600 }
}
