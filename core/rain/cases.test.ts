import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gradeName } from '../quality/index.ts'
import { idw, rainRate, thiessenMean, thiessenWeights, total } from './index.ts'

const file = new URL('../../../shared/cases/rain.json', import.meta.url)

interface Case {
  id: string
  title: string
  inputs: any
  expected: Record<string, any>
  tolerance: { abs?: number; rel?: number }
}

function answer(x: any): Record<string, unknown> {
  if (x.basin) return { w: thiessenWeights(x.basin, x.gauges) }
  if (x.area) {
    const m = thiessenMean(x.rain, x.area)
    return { mean: m.mean, flag: gradeName(m.q) }
  }
  if (x.points) return { value: idw(x.points, x.values, x.at, x) }
  if ('dBZ' in x) return { R: rainRate(x.dBZ, x) }
  const t = total(x.values, { missing: -1 })
  return { total: t.total ?? t.sum, missing: t.missing }
}

function near(got: unknown, want: unknown, tolerance: Case['tolerance'], path: string): void {
  if (Array.isArray(want)) want.forEach((w, i) => near((got as unknown[])[i], w, tolerance, `${path}[${i}]`))
  else if (typeof want === 'number') {
    expect(got, path).toBeTypeOf('number')
    const off = Math.abs((got as number) - want)
    expect(off, path).toBeLessThanOrEqual((tolerance.abs ?? 0) + (tolerance.rel ?? 0) * Math.abs(want))
  } else expect(got, path).toBe(want)
}

describe.skipIf(!existsSync(file))('reference cases of rain (skipped where ../shared is absent)', () => {
  const cases: Case[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).cases : []
  it.each(cases)('$id $title', (c) => {
    const got = answer(c.inputs)
    for (const [name, want] of Object.entries(c.expected)) near(got[name], want, c.tolerance, name)
  })
})
