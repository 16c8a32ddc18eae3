/** The class of a value: that of the last step it has reached; -1 below the first, and where there is none. */
export function classOf(steps: readonly number[], value: number): number {
  let i = -1
  while (i + 1 < steps.length && value >= steps[i + 1]) i++
  return i
}
