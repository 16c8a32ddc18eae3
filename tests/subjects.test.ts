import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ITEMS } from '#contract/items.ts'
import { SUBJECTS } from '#contract/subjects.ts'
import type { Endpoint } from '#contract/endpoint.ts'

const sources = (room: string) =>
  readdirSync(join(import.meta.dirname, '..', room), { recursive: true, encoding: 'utf8' })
    .filter((f) => /\.tsx?$/.test(f) && !/\.test\.tsx?$/.test(f))
    .map((f) => join(import.meta.dirname, '..', room, f))

const words = new Set(sources('client').flatMap((f) => readFileSync(f, 'utf8').match(/\w+/g) ?? []))
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'base' in value && 'access' in value
const modules = await Promise.all(
  sources('contract').map((f) => import(f) as Promise<Record<string, unknown>>),
)

/** Endpoints that the client calls and that answer JSON; those of items by their noun. */
const used = [
  ...modules.flatMap((m) => Object.entries(m)).filter(([name]) => words.has(name)),
  ...Object.entries(ITEMS).flatMap(([noun, calls]) =>
    Object.entries(calls).map(([name, e]) => [`${noun}.${name}`, e] as const),
  ),
].filter(
  (entry): entry is [string, Endpoint] =>
    isEndpoint(entry[1]) && entry[1].base === 'main' && (entry[1].answer ?? 'envelope') === 'envelope',
)

test('every endpoint that the client uses names the subjects that it reads or changes', () => {
  expect(used.length).toBeGreaterThan(150)
  const silent = used.filter(([, e]) => (e.method === 'GET' ? !e.reads : !e.reads && !e.changes))
  expect(silent.map(([name]) => name)).toEqual([])
})

test('every subject is both read and changed by some endpoint', () => {
  const subjects = (part: 'reads' | 'changes') => new Set(used.flatMap(([, e]) => e[part] ?? []))
  const [read, changed] = [subjects('reads'), subjects('changes')]
  expect([...changed].filter((s) => !read.has(s))).toEqual([])
  expect(SUBJECTS.filter((s) => !read.has(s) || !changed.has(s))).toEqual([])
})

test('nothing of people, tokens or the audit log is cached for when the server is out of reach', () => {
  const kept = used.filter(([, e]) => e.kept)
  expect(kept.length).toBeGreaterThan(15)
  expect(
    kept.filter(([, e]) =>
      e.reads?.some((s) => ['accounts', 'roles', 'tokens', 'audit', 'sessions'].includes(s)),
    ),
  ).toEqual([])
})
