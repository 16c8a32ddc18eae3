import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const client = join(import.meta.dirname, '..')
const mantine = join(client, '../node_modules/@mantine')
const read = (path: string) => readFileSync(path, 'utf8')

const sources = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .filter((f) => /\.tsx?$/.test(f) && !f.includes('.test.'))
  .map((f) => read(join(client, f)))

/** Names that our files import as values from a package. */
function imported(name: string): string[] {
  const all = sources.flatMap((source) =>
    [...source.matchAll(new RegExp(`import (?!type)\\{([^}]*)\\} from '${name}'`, 'g'))].map((m) => m[1]),
  )
  return all
    .flatMap((names) => names.split(','))
    .map((n) => n.trim().split(' as ')[0])
    .filter((n) => n !== '' && !n.startsWith('type '))
}

/** Modules from which a package's index exports the names. */
function modulesOf(index: string, names: string[]): string[] {
  const found = [...read(index).matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g)]
  return found
    .filter(([, bound]) => bound.split(',').some((b) => names.includes(b.trim().split(' as ').at(-1)!)))
    .map(([, , path]) => join(dirname(index), path))
}

/** Stylesheets that these modules need, directly or through their imports. */
function stylesOf(start: string[], core: string): Set<string> {
  const styles = new Set<string>()
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    const style = /([A-Za-z]+)\.module\.mjs$/.exec(file)
    if (style) return void (file.startsWith(core) && styles.add(style[1]))
    for (const [, path] of read(file).matchAll(/from "(\.[^"]+\.mjs)"/g)) visit(join(dirname(file), path))
    for (const [, names] of read(file).matchAll(/import \{([^}]*)\} from "@mantine\/core"/g))
      modulesOf(
        join(core, 'index.mjs'),
        names.split(',').map((n) => n.trim().split(' as ')[0]),
      ).forEach(visit)
  }
  start.forEach(visit)
  return styles
}

test('every part of Mantine that is used, here or inside another, has its styles, and no other has', () => {
  const core = join(mantine, 'core/esm')
  const used = modulesOf(join(core, 'index.mjs'), imported('@mantine/core'))
  const others = ['dates', 'notifications'].flatMap((name) =>
    modulesOf(join(mantine, name, 'esm/index.mjs'), imported(`@mantine/${name}`)),
  )
  const needed = stylesOf([...used, ...others], core)
  expect(needed.size).toBeGreaterThan(20)
  const given = [...read(join(client, 'app/mantine.ts')).matchAll(/styles\/([A-Z]\w*)\.layer\.css/g)].map(
    (m) => m[1],
  )
  expect([...needed].filter((n) => !given.includes(n))).toEqual([])
  expect(given.filter((n) => !needed.has(n))).toEqual([])
})
