import { describe, it } from 'vitest'
import { expectCase, referenceCases } from '#tests/reference-cases.ts'
import { gradeName } from '../quality/index.ts'
import { idw, rainRate, thiessenMean, thiessenWeights, total } from './index.ts'

const cases = referenceCases('rain')

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

describe.skipIf(cases === null)('reference cases of rain (skipped where ../shared is absent)', () => {
  it.each(cases ?? [])('$id $title', (c) => expectCase(c, () => answer(c.inputs)))
})
