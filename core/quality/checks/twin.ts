import { indexAt, isUsable, type Series } from '../../series/index.ts'
import { noHits, spansOf, type FiredSpan } from './span.ts'
import type { TimeSpan } from '../../time/spans.ts'

export interface Twin {
  series: Series
  /** How long a reading counts, ms. */
  fresh: number
  /** The same, with readings that its own checks doubt unusable: others are not compared with those. */
  sound?: Series
  trusted?: readonly TimeSpan[]
}

/**
 * Devices that measure the same quantity: a reading fires when it is farther than `difference` from the median of all
 * at that time; of two, both fire, since it is unknown which is right. Where one is impossible by itself (a spike, a
 * value out of range), only that one is compared and fires. value: the difference, signed. Source: domain rule 3.2
 * (sensors that disagree).
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
      // Of three or more the median is right, even this one; of two there is only the other.
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
