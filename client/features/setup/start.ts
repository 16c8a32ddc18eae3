import type { Language } from '../../lib/text/index.ts'

/** What the form begins with: one gauge of the lake, and the usual intervals. */
export function firstForm(zone: string, language: Language) {
  const vi = language === 'vi'
  return {
    hydroCode: '',
    plant: { name: '', river: '', province: '', zone, levels: {} },
    positions: [positionOf(1, 1, language)],
    release: { mode: 'gates' },
    measured: {
      name: vi ? 'Tổng lưu lượng xả' : 'Total release',
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

const NAMES = {
  vi: { 1: 'Mực nước hồ', 2: 'Mực nước thượng lưu', 3: 'Mực nước hạ lưu' },
  en: { 1: 'Lake level', 2: 'Upstream level', 3: 'Tailwater level' },
} as const
const CODES = { 1: 'level.reservoir', 2: 'level.upstream', 3: 'level.downstream' } as const

/** A new measuring position, the nth of its type. */
export function positionOf(type: 1 | 2 | 3, n: number, language: Language) {
  return {
    name: n === 1 ? NAMES[language][type] : `${NAMES[language][type]} ${n}`,
    type,
    series: `${CODES[type]}.${n}`,
    unit: 'm',
    every: 300,
    gain: 1,
    offset: 0,
  }
}

/** The first id of a kind that is free. */
function freeId(begin: string, taken: readonly string[]): string {
  for (let i = 1; ; i++) if (!taken.includes(`${begin}.${i}`)) return `${begin}.${i}`
}

export function newGate(taken: readonly string[], language: Language) {
  const id = freeId('gate', taken)
  const vi = language === 'vi'
  return {
    id,
    name: `${vi ? 'Cửa van' : 'Gate'} ${id.split('.')[1]}`,
    type: 2,
    method: 'auto',
    count: 1,
    every: 300,
    parameters: {},
  }
}

export function newUnit(taken: readonly string[], language: Language) {
  const id = freeId('unit', taken)
  return {
    id,
    name: `${language === 'vi' ? 'Tổ máy' : 'Unit'} H${id.split('.')[1]}`,
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
