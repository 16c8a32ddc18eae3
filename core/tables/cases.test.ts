import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CalcError } from '#core/errors.ts'
import type { Group } from '#core/description/index.ts'
import { sampleTable } from './fixtures.ts'
import { compile, found, inverse, lookup, lookup2, lookupN, validateRows } from './index.ts'

interface Case {
  id: string
  title: string
  // oxlint-disable-next-line no-explicit-any -- each case has its own shape
  inputs: any
  expected: Record<string, unknown>
  tolerance: { abs?: number; rel?: number }
}

const file = new URL('../../../shared/cases/interpolation.json', import.meta.url)
const out = found()

/** How each kind of case is put to the tables. Generic grids take ZAoAc, the 2-D group without exceptions. */
function answer(c: Case): unknown {
  const i = c.inputs
  if (i.x) {
    const grid = compile(
      sampleTable(
        'ZAoAc',
        i.x.map((x: number, k: number) => [0, x, i.y[k]]),
      ),
    )
    return { y: i.at.map((x: number) => lookup(grid, x, 'calculator', out)) }
  }
  if (i.ZV && i.V) {
    const zv = compile(sampleTable('ZV', i.ZV))
    return { Z: i.V.map((v: number) => inverse(zv, v * 1e6, 'calculator', out)) }
  }
  if (i.group) {
    const [first] = validateRows(i.group as Group, i.rows).issues
    return first ? { error: first.code, row: first.row } : {}
  }
  if (i.rows_nhpq) {
    const table = compile(sampleTable('nHPQ', i.rows_nhpq, { units: { p: 'kW' } }))
    return { q: i.at.map(([n, h, p]: number[]) => lookupN(table, n, h, p, 'calculator', out)) }
  }
  if (i.rows_abv) {
    const table = compile(sampleTable('ZAoAc', i.rows_abv))
    return { value: lookup2(table, i.at[0], i.at[1], 'calculator', out) }
  }
  return undefined
}

function run(c: Case): unknown {
  try {
    return answer(c)
  } catch (e) {
    if (e instanceof CalcError) return { error: e.code, field: e.field }
    throw e
  }
}

function agree(got: unknown, expected: unknown, t: Case['tolerance'], path: string): void {
  if (typeof expected === 'number' && typeof got === 'number') {
    const within = Math.abs(got - expected) <= (t.abs ?? 0) + (t.rel ?? 0) * Math.abs(expected)
    expect(within, `${path}: ${got} for ${expected}`).toBe(true)
  } else if (typeof expected === 'object' && expected !== null) {
    for (const [key, value] of Object.entries(expected)) {
      agree((got as Record<string, unknown>)?.[key], value, t, `${path}.${key}`)
    }
  } else expect(got, path).toEqual(expected)
}

describe.skipIf(!existsSync(file))(
  'reference cases of interpolation (skipped where ../shared is absent)',
  () => {
    const cases: Case[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).cases : []
    // The level of the lake is no table; core/balance answers for it.
    for (const c of cases.filter((one) => !one.id.startsWith('INT-CAL'))) {
      it(`${c.id} ${c.title}`, () => agree(run(c), c.expected, c.tolerance, c.id))
    }
  },
)
