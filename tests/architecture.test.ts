import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules, stripTypeScriptTypes } from 'node:module'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  addressesBesideTheKit,
  besideTheKit,
  exceptions,
  fieldsBesideTheKit,
  forbiddenInCore,
  repeatedRules,
  rooms,
  sqlOutsideStores,
} from './rooms.ts'
import { sharedNames } from './shared-names.ts'

const root = join(import.meta.dirname, '..')

function files(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile() && /\.(ts|tsx|js)$/.test(f.name))
    .map((f) => relative(root, join(f.parentPath, f.name)))
    .filter((f) => !f.includes('node_modules'))
}

function imports(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  const found = [
    ...source.matchAll(/(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]/g),
    ...source.matchAll(/(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g),
    ...source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g),
  ]
  return found.map((m) => m[1].replace(/\?.*$/, ''))
}

/** The path in the repository that a specifier refers to, or null for a package. */
function target(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  return null
}

/** A file's code without comments. */
const codeOf = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(?<!:)\/\/.*$/gm, '')

const isTest = (f: string) => f.endsWith('.test.ts') || f.endsWith('.test.tsx')
const packageOf = (s: string) =>
  s
    .split('/')
    .slice(0, s.startsWith('@') ? 2 : 1)
    .join('/')

describe('rooms', () => {
  for (const [name, room] of Object.entries(rooms)) {
    test(`${name} imports only what its table allows`, () => {
      const wrong: string[] = []
      for (const file of files(name).filter((f) => !isTest(f))) {
        for (const specifier of imports(file)) {
          const path = target(file, specifier)
          if (path === null) {
            const builtin = specifier.startsWith('node:') || builtinModules.includes(specifier)
            if (builtin ? !room.node : !room.packages.includes(packageOf(specifier)))
              wrong.push(`${file} imports ${specifier}`)
            continue
          }
          const other = path.split('/')[0]
          const allowed =
            other === name || room.rooms.includes(other) || exceptions[file]?.imports.includes(other)
          if (!allowed) wrong.push(`${file} imports ${specifier}`)
        }
      }
      expect(wrong).toEqual([])
    })
  }

  test('imports name the file', () => {
    const wrong = Object.keys(rooms)
      .flatMap(files)
      .flatMap((f) =>
        imports(f)
          .filter((s) => /^[#.]/.test(s) && !/\.(ts|tsx|js|json|css|svg|sql|geojson)$/.test(s))
          .map((s) => `${f}: ${s}`),
      )
    expect(wrong).toEqual([])
  })

  test('features reach each other only through their index', () => {
    const wrong: string[] = []
    for (const file of [...files('server/features'), ...files('client/features')].filter((f) => !isTest(f))) {
      const own = file.split('/').slice(0, 3).join('/')
      for (const specifier of imports(file)) {
        const path = target(file, specifier)
        const match = path?.match(/^(server|client)\/features\/[^/]+/)
        if (!path || !match || match[0] === own) continue
        if (!/\/index\.tsx?$/.test(path)) wrong.push(`${file} imports ${path}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('client/ui does not import features, app or the contract', () => {
    const wrong = files('client/ui')
      .filter((f) => !isTest(f))
      .flatMap((f) =>
        imports(f)
          .map((s) => target(f, s))
          .filter((p) => p !== null && /^(client\/(features|app)|contract)\//.test(p))
          .map((p) => `${f} imports ${p}`),
      )
    expect(wrong).toEqual([])
  })

  test('core uses no clock, no I/O, no randomness', () => {
    const wrong: string[] = []
    for (const file of files('core').filter((f) => !isTest(f))) {
      const code = codeOf(file)
      for (const word of forbiddenInCore) if (word.test(code)) wrong.push(`${file}: ${word}`)
    }
    expect(wrong).toEqual([])
  })

  test('units of time are defined once, and once by the plant', () => {
    const again =
      /^(?:export )?const (?:SECOND|MINUTE|HOUR|DAY) = (?:1000|60_000|3_600_000|86_400_000|\d+ \* \w+)$/m
    const wrong = Object.keys(rooms)
      .flatMap(files)
      .filter((f) => f !== 'core/time/units.ts' && f !== 'plant/time.ts')
      .filter((f) => again.test(readFileSync(join(root, f), 'utf8')))
    expect(wrong).toEqual([])
  })

  test('no import cycle between files', () => {
    const graph = new Map<string, string[]>()
    for (const file of Object.keys(rooms)
      .flatMap(files)
      .filter((f) => !isTest(f))) {
      const source = readFileSync(join(root, file), 'utf8')
      // Types do not run: `import type` makes no circle that matters.
      const typesOnly = new Set(
        [...source.matchAll(/(?:import|export)\s+type\s[^'"]*?from\s*['"]([^'"]+)['"]/g)].map((m) => m[1]),
      )
      graph.set(
        file,
        imports(file)
          .filter((s) => !typesOnly.has(s))
          .map((s) => target(file, s))
          .filter((p) => p !== null),
      )
    }
    const circles: string[] = []
    const done = new Set<string>()
    const visit = (file: string, path: string[]) => {
      const at = path.indexOf(file)
      if (at >= 0) return void circles.push([...path.slice(at), file].join(' -> '))
      if (done.has(file)) return
      done.add(file)
      for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    }
    for (const file of graph.keys()) visit(file, [])
    expect(circles).toEqual([])
  })
})

describe('docs', () => {
  test('the map names every room and every feature, and nothing that does not exist', () => {
    const map = readFileSync(join(root, 'docs/map.md'), 'utf8')
    const named = [
      ...map.matchAll(/`((?:core|contract|server|client|plant|tests|bench|bin|docs)\/[\w./-]*)`/g),
    ].map((m) => m[1])
    expect(named.filter((p) => !existsSync(join(root, p)))).toEqual([])
    const features = ['server/features', 'client/features'].flatMap((f) =>
      readdirSync(join(root, f), { withFileTypes: true })
        .filter((d) => d.isDirectory())
        .map((d) => `${f}/${d.name}/`),
    )
    expect(features.filter((f) => !named.includes(f))).toEqual([])
  })
})

/** The circles of a graph, each as its path. */
function circlesOf(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (at: string, path: string[]) => {
    const begin = path.indexOf(at)
    if (begin >= 0) return void circles.push([...path.slice(begin), at].join(' -> '))
    if (done.has(at)) return
    for (const next of graph.get(at) ?? []) visit(next, [...path, at])
    done.add(at)
  }
  for (const at of graph.keys()) visit(at, [])
  return circles
}

describe('client seams', () => {
  /** Layers of the client, from the top down: each imports itself and those below it, types included. */
  const floors = ['app', 'features', 'parts', 'ui', 'lib']
  const sources = files('client').filter((f) => !isTest(f))
  const floorOf = (path: string) => floors.indexOf(path.split('/')[1])

  test('imports go down only: app, features, parts, ui, lib', () => {
    const wrong = sources.flatMap((f) =>
      imports(f)
        .map((s) => target(f, s))
        .filter((p) => p !== null && p.startsWith('client/') && floorOf(p) < floorOf(f) && floorOf(p) >= 0)
        .map((p) => `${f} imports ${p}`),
    )
    expect(wrong).toEqual([])
  })

  test('every file is on a floor', () => {
    expect(sources.filter((f) => floorOf(f) < 0)).toEqual(
      ['client/main.tsx', 'client/tools/main.tsx', 'client/public/sw.js', 'client/public/scheme.js'].sort(),
    )
  })

  for (const floor of ['features', 'parts'])
    test(`no cycle between the folders of client/${floor}, types included`, () => {
      const folder = (path: string) => path.split('/').slice(0, 3).join('/')
      const graph = new Map<string, Set<string>>()
      for (const file of files(`client/${floor}`).filter((f) => !isTest(f))) {
        const next = graph.get(folder(file)) ?? new Set()
        graph.set(folder(file), next)
        for (const specifier of imports(file)) {
          const path = target(file, specifier)
          if (path?.startsWith(`client/${floor}/`) && folder(path) !== folder(file)) next.add(folder(path))
        }
      }
      expect(circlesOf(graph)).toEqual([])
    })

  test('no cycle between the files of a folder, types included', () => {
    const graph = new Map(
      sources.map((f) => [
        f,
        imports(f)
          .flatMap((s) => target(f, s) ?? [])
          .filter((p) => p.startsWith('client/')),
      ]),
    )
    expect(circlesOf(graph)).toEqual([])
  })
})

describe('the kit', () => {
  const pages = files('client').filter((f) => !isTest(f) && !/^client\/(?:ui|lib)\//.test(f))

  const draws = (own: RegExp) => (code: string) => own.test(code)
  /** Whether an input keeps typed text outside a form; the search of a list is no form. */
  const keepsTyped = (code: string) =>
    [...code.matchAll(/<(?:Text(?:Input|area)|ReasonField)\b(?:[^<>]|=>)*/g)].some(
      ([field]) => /\svalue=/.test(field) && !/\{\.\.\.form\.|\breadOnly\b|type="search"/.test(field),
    )

  for (const [what, own, list] of [
    ['forms, tables, reads and acts', draws(/<form\b|<table\b|\buse(?:Query|Mutation)\s*[<(]/), besideTheKit],
    ['addresses', draws(/\buseSearchParams\b/), addressesBesideTheKit],
    ['fields that are typed into', keepsTyped, fieldsBesideTheKit],
  ] as const)
    test(`${what} of pages are those of client/ui and client/lib`, () => {
      const found = pages.filter((f) => own(codeOf(f)))
      // What was moved is removed from the list.
      expect(found.toSorted()).toEqual(Object.keys(list).toSorted())
    })

  test('reasons are typed in ReasonField', () => {
    const own = /<Text(?:Input|area)\b[^>]*form\.text\('(?:why|reason)'\)/
    expect(files('client').filter((f) => own.test(codeOf(f)))).toEqual([])
  })
})

describe('names', () => {
  const declared =
    /^export (?:default )?(?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm

  for (const room of Object.keys(rooms))
    test(`exports of ${room} have unique names`, () => {
      const count: Record<string, number> = {}
      for (const file of files(room).filter((f) => !isTest(f)))
        // Overloads, and a value with its type, count as one name.
        for (const name of new Set([...codeOf(file).matchAll(declared)].map((m) => m[1])))
          count[name] = (count[name] ?? 0) + 1
      const shared = Object.fromEntries(
        Object.entries(count)
          .filter(([, n]) => n > 1)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      )
      // A name that became unique is removed from the list.
      expect(shared).toEqual(sharedNames[room] ?? {})
    })
})

describe('server seams', () => {
  const sources = files('server').filter((f) => !isTest(f))
  const targets = (file: string) =>
    imports(file).flatMap((s) => {
      const path = target(file, s)
      return path === null ? [] : [path]
    })
  const depth = (path: string, folders: number) => path.split('/').slice(0, folders).join('/')
  const isIn = (folder: string) => (path: string) => path.startsWith(`${folder}/`)

  /** The imports between folders, types included. */
  function folderGraph(list: readonly string[], folderOf: (path: string) => string | null) {
    const graph = new Map<string, Set<string>>()
    for (const file of list) {
      const own = folderOf(file)
      if (own === null) continue
      const next = graph.get(own) ?? new Set()
      graph.set(own, next)
      for (const path of targets(file)) {
        const other = folderOf(path)
        if (other !== null && other !== own) next.add(other)
      }
    }
    return graph
  }

  test('no cycle between features, types included', () => {
    const feature = (path: string) => (isIn('server/features')(path) ? depth(path, 3) : null)
    expect(circlesOf(folderGraph(sources, feature))).toEqual([])
  })

  test('no cycle between the folders of the server, types included', () => {
    const folder = (path: string) =>
      isIn('server/features')(path) ? depth(path, 3) : isIn('server')(path) ? depth(path, 2) : null
    expect(circlesOf(folderGraph(sources, folder))).toEqual([])
  })

  test('no cycle between the folders of a feature, types included', () => {
    const part = (path: string) =>
      isIn('server/features')(path) && path.split('/').length > 4 ? depth(path, 4) : null
    expect(circlesOf(folderGraph(sources, part))).toEqual([])
  })

  test('no feature imports app, and lib imports no feature', () => {
    const allowed: Record<string, string[]> = {
      'server/features': ['server/features', 'server/history-import', 'server/lib', 'server/version.ts'],
      'server/history-import': ['server/features', 'server/history-import', 'server/lib'],
      'server/lib': ['server/lib'],
    }
    const wrong = Object.entries(allowed).flatMap(([folder, others]) =>
      sources
        .filter(isIn(folder))
        .flatMap((f) => targets(f).map((path) => ({ f, path })))
        .filter(({ path }) => isIn('server')(path) && !others.includes(depth(path, 2)))
        .map(({ f, path }) => `${f} imports ${path}`),
    )
    expect(wrong).toEqual([])
  })

  test('ingest does not depend on what is computed from readings', () => {
    const known = new Set<string>()
    const follow = (file: string) => {
      if (known.has(file) || !file.endsWith('.ts')) return
      known.add(file)
      targets(file).forEach(follow)
    }
    sources.filter(isIn('server/features/readings')).forEach(follow)
    const features = new Set([...known].filter(isIn('server/features')).map((f) => depth(f, 3)))
    expect([...features].map((f) => f.split('/')[2]).sort()).toEqual(['audit', 'history', 'readings'])
  })

  test('SQL statements are in stores, in across.ts for several plants, and in history', () => {
    const statement =
      /\b(?:SELECT|INSERT INTO|DELETE FROM|UPDATE\s+\w+\s+(?:\w+\s+)?SET|LOCK TABLE|TRUNCATE)\b/
    const found = sources
      .filter(
        (f) =>
          !/^server\/(?:lib|backup|features\/history)\//.test(f) &&
          !/(?:^|[/-])(?:store|across)\.ts$/.test(f),
      )
      .filter((f) => statement.test(codeOf(f)))
    expect(found.filter((f) => !(f in sqlOutsideStores))).toEqual([])
    // What was moved is removed from the list.
    expect(Object.keys(sqlOutsideStores).filter((f) => !found.includes(f))).toEqual([])
  })
})

describe('languages', () => {
  test('the texts of a language are only in its folders of texts and of messages', () => {
    const pair = /\bvi: ?\n?\s*['"`]|\blanguage [!=]== '(?:vi|en)'|\bvi: \{[^}]*: '/
    const found = ['client', 'contract', 'core', 'plant', 'server', 'bin']
      .flatMap(files)
      .filter((f) => !isTest(f) && !/^(?:client\/lib\/text|contract\/messages)\/(?:vi|en)\//.test(f))
      .filter((f) => pair.test(readFileSync(join(root, f), 'utf8')))
    expect(found).toEqual([])
  })
})

describe('style sheets', () => {
  const sheets = (
    existsSync(join(root, 'client')) ? readdirSync(join(root, 'client'), { recursive: true }) : []
  )
    .map((f) => `client/${String(f)}`)
    .filter((f) => f.endsWith('.module.css'))
  const textOf = (sheet: string) => readFileSync(join(root, sheet), 'utf8').replace(/\/\*[^]*?\*\//g, '')
  const classesOf = (sheet: string) =>
    new Set(
      [...textOf(sheet).matchAll(/([^{};]*)\{/g)].flatMap(([, selector]) =>
        [...selector.replace(/:global\([^)]*\)/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map((m) => m[1]),
      ),
    )
  const code = files('client')
    .filter((f) => !isTest(f))
    .map((f) => ({ f, text: codeOf(f) }))
  const everything = code.map(({ text }) => text).join('\n')
  /**
   * Who imports a stylesheet, and under which name; whole: it is passed on or indexed, so that others name its
   * classes.
   */
  const users = (sheet: string) =>
    code.flatMap(({ f, text }) =>
      [...text.matchAll(/(import|export \{ default as) (\w+)(?: \})? from '([^']+\.module\.css)'\n/g)]
        .filter(([, , , path]) => normalize(join(dirname(f), path)) === sheet)
        .map(([line, how, name]) => {
          const rest = text.replace(line, '')
          const named = [...rest.matchAll(new RegExp(`(?<![\\w./])${name}\\.(\\w+)`, 'g'))].map((m) => m[1])
          const whole = how !== 'import' || new RegExp(`(?<![\\w./])${name}(?![\\w.:/'"])`).test(rest)
          return { f, named, whole }
        }),
    )

  test('every class of a stylesheet is used by a file that imports it', () => {
    const unused = sheets.flatMap((sheet) => {
      const by = users(sheet)
      const named = new Set(by.flatMap((u) => u.named))
      const whole = by.some((u) => u.whole)
      const isUsed = (c: string) => named.has(c) || (whole && new RegExp(`[.'"\`]${c}\\b`).test(everything))
      return [...classesOf(sheet)].filter((c) => !isUsed(c)).map((c) => `${sheet} .${c}`)
    })
    expect(unused).toEqual([])
  })

  test('every class that is named exists in its stylesheet', () => {
    const missing = sheets.flatMap((sheet) => {
      const has = classesOf(sheet)
      return users(sheet).flatMap(({ f, named }) =>
        named.filter((c) => !has.has(c)).map((c) => `${f}: .${c} of ${sheet}`),
      )
    })
    expect(missing).toEqual([])
  })

  test('every token of the theme is used', () => {
    const theme = readFileSync(join(root, 'client/app/theme.css'), 'utf8')
    const words = [
      everything,
      ...['core', 'contract'].flatMap(files).map(codeOf),
      theme,
      ...sheets.map(textOf),
    ].join('\n')
    const tokens = new Set([...theme.matchAll(/^\s+--([\w-]+):/gm)].map((m) => m[1]))
    // Series colours are named without dashes.
    expect([...tokens].filter((x) => !new RegExp(`var\\(--${x}\\b|['"\`]${x}['"\`]`).test(words))).toEqual([])
  })

  test('a declaration in three stylesheets is a class of client/ui, or has a reason', () => {
    const places = new Map<string, Set<string>>()
    for (const sheet of sheets)
      for (const [, body] of textOf(sheet).matchAll(/\{([^{}]+)\}/g)) {
        const lines = body.split(';').map((line) => line.replace(/\s+/g, ' ').trim())
        const rule = lines.filter(Boolean).toSorted()
        // A single declaration is no more than a class in its place would be.
        if (rule.length < 2) continue
        const key = rule.join('; ')
        places.set(key, (places.get(key) ?? new Set()).add(sheet))
      }
    const repeated = [...places].filter(([, found]) => found.size >= 3).map(([rule]) => rule)
    // What was moved is removed from the list.
    expect(repeated.toSorted()).toEqual(Object.keys(repeatedRules).toSorted())
  })
})

// Checked by Node itself: its parser refuses names that TypeScript takes, as `of` in `for (const of of list)`.
test('Node can run every file of core, contract, server and plant', () => {
  const refused = ['core', 'contract', 'server', 'plant']
    .flatMap(files)
    .filter((f) => f.endsWith('.ts'))
    .flatMap((f) => {
      try {
        stripTypeScriptTypes(readFileSync(join(root, f), 'utf8'))
        return []
      } catch (error) {
        return [`${f}: ${(error as Error).message}`]
      }
    })
  expect(refused).toEqual([])
})
