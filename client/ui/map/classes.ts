/** Class of a value: the last step that it has reached; -1: below the first, or no value. */
export function classOf(steps: readonly number[], value: number): number {
  let i = -1
  while (i + 1 < steps.length && value >= steps[i + 1]) i++
  return i
}
