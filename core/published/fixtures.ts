import { scoresOf, type Scores } from './index.ts'

type Varied = Scores & { r: number; nse: number }

/** Scores of values in the same order, for tests: there is at least one, and both records vary. */
export function scores(observed: readonly number[], computed: readonly number[]): Varied {
  return scoresOf({
    t: Float64Array.from(observed.keys()),
    published: Float64Array.from(observed),
    computed: Float64Array.from(computed),
  }) as Varied
}
