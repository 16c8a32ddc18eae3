import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rooms } from './rooms.ts'

const root = join(import.meta.dirname, '..')
const ROOMS = [...Object.keys(rooms), 'tests', 'docs']
const DOCUMENTS = ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/kit.md'].filter((d) =>
  existsSync(join(root, d)),
)

/**
 * Paths in a text: between backticks or as a link, starting with a room; one with a placeholder like <noun> does not
 * exist yet.
 */
function namedIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g), ...text.matchAll(/\]\(([^)\s]+)\)/g)].map((m) => m[1])
  return spans
    .flatMap((span) => span.split(/[\s,]+/))
    .filter((word) => ROOMS.some((room) => word.startsWith(`${room}/`)))
    .filter((word) => /^[\w./-]+$/.test(word))
}

test('finds paths in code spans, but no placeholders', () => {
  expect(
    namedIn('`core/a.ts` and `client/<name>/b.ts`, core/c.ts; [d](docs/d.md) `npm test -- tests/e`'),
  ).toEqual(['core/a.ts', 'tests/e', 'docs/d.md'])
})

test.each(DOCUMENTS)('%s names only files that exist', (document) => {
  const named = namedIn(readFileSync(join(root, document), 'utf8'))
  expect(named.length).toBeGreaterThan(document === 'CONTRIBUTING.md' ? 50 : 5)
  // A new language has no folder yet.
  const missing = named.filter((path) => !existsSync(join(root, path)) && !/\/fr\//.test(path))
  expect(missing).toEqual([])
})

test('README.md names every setting of the server and of its simulated plant', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const ofServer = [...read('server/lib/config.ts').matchAll(/\br\.\w+\('([A-Z][A-Z_]+)'/g)]
  const ofPlant = [...read('plant/logger/settings.ts').matchAll(/\b(PLANT_[A-Z_]+)\b/g)]
  const settings = [...new Set([...ofServer, ...ofPlant].map(([, name]) => name))]
  expect(settings.length).toBeGreaterThan(40)
  const page = read('README.md')
  expect(settings.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([])
})

test('a whole page with filter, table and dialog, as docs/kit.md shows it, takes less than 150 lines', () => {
  const kit = readFileSync(join(root, 'docs/kit.md'), 'utf8')
  const [page] = namedIn(kit.slice(kit.indexOf('## A whole page')))
  const text = readFileSync(join(root, page), 'utf8')
  for (const part of [
    'useRead(',
    'useAct(',
    'useAddress(',
    '<FilterBar',
    '<DataTable',
    '<FormDialog',
    '<Confirm',
  ])
    expect(text).toContain(part)
  expect(text.trimEnd().split('\n').length).toBeLessThan(150)
})
