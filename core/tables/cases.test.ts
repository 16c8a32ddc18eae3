import { describe, it } from 'vitest'
import { expectCase, referenceCases, type ReferenceCase as Case } from '#tests/reference-cases.ts'
import type { Group } from '#core/description/index.ts'
import { sampleTable } from './fixtures.ts'
import { compile, found, inverse, lookup, lookup2, lookupN, validateRows } from './index.ts'

const cases = referenceCases('interpolation')
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

describe.skipIf(cases === null)(
  'reference cases of interpolation (skipped where ../shared is absent)',
  () => {
    // The level of the lake is no table; core/balance answers for it.
    const own = (cases ?? []).filter((c) => !c.id.startsWith('INT-CAL'))
    it.each(own)('$id $title', (c) => expectCase(c, answer))
  },
)
