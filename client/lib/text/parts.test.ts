import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { generalMessages } from '#contract/messages/vi/general.ts'
import { messages } from '#contract/messages.ts'
import { SCREENS } from '#contract/permissions.ts'
import { PARTS, type Part } from './parts.ts'
import dashboard from './vi/parts/dashboard-vi.ts'
import more from './vi/parts/more-vi.ts'
import shell from './vi/parts/shell-vi.ts'

const root = join(import.meta.dirname, '../../..')

/** The part that holds each top-level key. */
const PART_OF = new Map<string, Part>([
  ...Object.keys(shell).map((k) => [k, 'shell'] as const),
  ...Object.keys(dashboard).map((k) => [k, 'dashboard'] as const),
  ...Object.keys(more).map((k) => [k, 'more'] as const),
])

type Read = (path: string) => string | null

interface Step {
  path: string
  part: Part
}

/** Modules that a module imports, or loads later (with lazyWith or without), and the part that comes with them. */
function brings(path: string, source: string, part: Part): Step[] {
  const withPart = new Map<string, Part>()
  for (const [, given, of] of source.matchAll(/lazyWith\(\s*'(\w+)',[^;]*?import\(\s*'([^']+)'/g))
    withPart.set(of, given as Part)
  const found = [
    ...source.matchAll(/(?:^|\n)(?:import|export)(?!\s+type\b)\s[^'"`;]*?from '([^']+)'/g),
    ...source.matchAll(/(?:^|\n)import '([^']+)'/g),
    ...source.matchAll(/\bimport\(\s*'([^']+)'/g),
  ]
  return found
    .map(([, of]) => of)
    .filter((of) => of.startsWith('.') && /\.tsx?$/.test(of))
    .map((of) => {
      const given = withPart.get(of) ?? part
      const later = PARTS.indexOf(given) > PARTS.indexOf(part) ? given : part
      return { path: normalize(join(dirname(path), of)), part: later }
    })
}

/** Every module of the pages, with the least that is loaded when it may render. */
function modules(entry: string, read: Read): Map<string, { part: Part; source: string }> {
  const known = new Map<string, { part: Part; source: string }>()
  let steps: Step[] = [{ path: entry, part: 'shell' }]
  // Least first: a module reached by two paths has the texts of the poorer one.
  for (const part of PARTS) {
    const waiting = steps.filter((s) => s.part === part)
    for (let step = waiting.pop(); step; step = waiting.pop()) {
      const source = known.has(step.path) ? null : read(step.path)
      if (source === null) continue
      known.set(step.path, { part, source })
      for (const next of brings(step.path, source, part)) (next.part === part ? waiting : steps).push(next)
    }
    steps = steps.filter((s) => s.part !== part)
  }
  return known
}

/** Texts and messages that a module uses although they may not be loaded. */
function misuses(entry: string, read: Read): string[] {
  const wrong: string[] = []
  for (const [path, { part, source }] of modules(entry, read)) {
    if (part === PARTS.at(-1) || path.startsWith('client/lib/text/')) continue
    const keys = [
      ...[...source.matchAll(/['"`]((\w+)\.[\w.$-]*)/g)]
        .filter(([, all]) => !PERMISSIONS.has(all))
        .map((m) => m[2]),
      ...[...source.matchAll(/\b(?:texts|texts\(\))\s*\.\s*(\w+)[.[]/g)].map((m) => m[1]),
    ]
    for (const key of new Set(keys)) {
      const needs = PART_OF.get(key)
      if (needs && PARTS.indexOf(needs) > PARTS.indexOf(part) && !OTHERS.has(`${path} ${key}`))
        wrong.push(`${path} says ${key}.*, which comes with '${needs}'; here only '${part}' is sure`)
    }
    for (const [, code] of source.matchAll(/\b(?:messageText\(|failed: )'(\w+)'/g))
      if (code in messages.vi && !(code in generalMessages))
        wrong.push(`${path} says the message ${code}, which comes with 'more'; here only '${part}' is sure`)
  }
  return wrong.sort()
}

/** Names of data that look like text keys. */
const OTHERS = new Set([
  'client/parts/time-chart/chart-model.ts basin',
  'client/features/dashboard/figures.tsx basin',
])
const PERMISSIONS = new Set(SCREENS.flatMap((s) => s.permissions.map((p) => p.code)))

const read: Read = (path) => {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

test('no module uses a text that is not loaded with it: lazyWith names the part', () => {
  for (const entry of ['client/main.tsx', 'client/tools/main.tsx']) expect(misuses(entry, read)).toEqual([])
})

test('every module of the pages is checked', () => {
  const known = modules('client/main.tsx', read)
  expect(known.get('client/app/sidebar.tsx')?.part).toBe('shell')
  expect(known.get('client/features/sign-in/login.tsx')?.part).toBe('shell')
  expect(known.get('client/features/dashboard/figures.tsx')?.part).toBe('dashboard')
  expect(known.get('client/features/dashboard/chart.tsx')?.part).toBe('dashboard')
  expect(known.get('client/parts/explain/panel.tsx')?.part).toBe('more')
  expect(known.get('client/features/roles/editor.tsx')?.part).toBe('more')
  const pages = [...read('client/app/routes.tsx')!.matchAll(/import\('\.\.\/([^']+)'\)/g)]
  expect(pages.length).toBeGreaterThan(20)
  for (const [, page] of pages) expect(known.has(`client/${page}`), page).toBe(true)
})

test('the three parts share no key, and hold all texts', () => {
  const keys = [shell, dashboard, more].flatMap((part) => Object.keys(part))
  expect(keys.length).toBe(PART_OF.size)
})

describe('what this test detects', () => {
  const tree =
    (files: Record<string, string>): Read =>
    (path) =>
      files[path] ?? null

  test('a text of another part, by key, by template and as data', () => {
    const files = {
      'client/a.tsx': "import { B } from './b.tsx'\nt('shell.menu')\n",
      'client/b.tsx': "t('figure.level')\ntexts.edits.title\nt(`explain.${x}`)\n",
    }
    expect(misuses('client/a.tsx', tree(files))).toEqual([
      "client/b.tsx says edits.*, which comes with 'more'; here only 'shell' is sure",
      "client/b.tsx says explain.*, which comes with 'more'; here only 'shell' is sure",
      "client/b.tsx says figure.*, which comes with 'dashboard'; here only 'shell' is sure",
    ])
  })

  test('a message of another part', () => {
    const files = {
      'client/a.tsx':
        "messageText('required')\nmessageText('registered')\nmeta: { failed: 'load_users_failed' }",
    }
    expect(misuses('client/a.tsx', tree(files)).map((w) => w.split(',')[0])).toEqual([
      'client/a.tsx says the message load_users_failed',
      'client/a.tsx says the message registered',
    ])
  })

  test('a page without its part, and one that another brings without it', () => {
    const page = "export default () => t('edits.title')"
    const lazyly = (how: string) => ({ 'client/a.tsx': how, 'client/c.tsx': page })
    expect(misuses('client/a.tsx', tree(lazyly("lazy(() => import('./c.tsx'))")))).toHaveLength(1)
    expect(
      misuses('client/a.tsx', tree(lazyly("lazyWith('dashboard', () => import('./c.tsx'))"))),
    ).toHaveLength(1)
    expect(misuses('client/a.tsx', tree(lazyly("lazyWith('more', () => import('./c.tsx'))")))).toEqual([])
    const both = {
      ...lazyly("import './d.ts'\nlazyWith('more', () => import('./c.tsx'))"),
      'client/d.ts': "import('./c.tsx')",
    }
    expect(misuses('client/a.tsx', tree(both))).toHaveLength(1)
  })
})
