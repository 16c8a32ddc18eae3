import { indexAt, isUsable, type Series } from '../../series/index.ts'
import { noHits, spansOf, type FiredSpan } from './span.ts'
import type { TimeSpan } from '../../time/spans.ts'

export interface Twin {
  series: Series
  /** ms for which a reading speaks. */
  fresh: number
  /** The same, what its own checks doubt marked unusable: the others are not held against that. */
  sound?: Series
  trusted?: readonly TimeSpan[]
}

/**
 * Devices that measure the same: a reading fires when it lies farther than `difference` from the median of what all
 * say at that time; of two, both fire: it is not known which is right. But where one by itself cannot be (a spike, a value
 * out of range), it alone is apart from the others. value: the difference, signed.
 * Source: domain rule 3.2 (sensors that disagree).
 */
export function twins(list: readonly Twin[], difference: number): FiredSpan[][] {
  return list.map((one, k) => {
    const others = list.filter((_, j) => j !== k)
    const { series: s } = one
    const hits = noHits(s.t.length)
    const values: number[] = []
    for (let i = 0; i < s.t.length; i++) {
      if (!isUsable(s, i)) continue
      values.length = 0
      for (const { series, sound = series, fresh } of others) {
        let j = indexAt(sound, s.t[i])
        while (j >= 0 && s.t[i] - sound.t[j] <= fresh && !isUsable(sound, j)) j--
        if (j >= 0 && s.t[i] - sound.t[j] <= fresh) values.push(sound.v[j])
      }
      if (values.length === 0) continue
      // Of three or more the middle one is right, be it this one; of two there is only the other.
      if (values.length > 1) values.push(s.v[i])
      values.sort((a, b) => a - b)
      const half = values.length >> 1
      const median = values.length % 2 === 1 ? values[half] : (values[half - 1] + values[half]) / 2
      const apart = s.v[i] - median
      if (Math.abs(apart) <= difference + 1e-9) continue
      hits.hit[i] = 1
      hits.value[i] = apart
      hits.limit[i] = Math.sign(apart) * difference
    }
    return spansOf(s, hits, one.trusted)
  })
}
