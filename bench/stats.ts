/** The nearest-rank percentile: the value below which a share p (0-1) of the values lies. */
export function percentile(values: readonly number[], p: number): number {
  if (values.length === 0) throw new RangeError('no values')
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))]
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  if (sorted.length === 0) throw new RangeError('no values')
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}

/**
 * Runs the candidates alternately, A B A B, so that other load affects all of them alike. Each returns the number that
 * counts (a rate, or a time); the result holds every round of each, in order.
 */
export async function alternate<K extends string>(
  rounds: number,
  candidates: Record<K, (round: number) => Promise<number>>,
): Promise<Record<K, number[]>> {
  const names = Object.keys(candidates) as K[]
  const out = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<K, number[]>
  for (let round = 0; round < rounds; round++)
    for (const name of names) out[name].push(await candidates[name](round))
  return out
}

/** Median over the rounds of a / b, each pair from the same round. */
export function medianRatio(a: readonly number[], b: readonly number[]): number {
  return median(a.map((value, i) => value / b[i]))
}

/** Duration of the work, ms. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

export const perSecond = (n: number, ms: number) => (n / ms) * 1000

/** 12,345 */
export const whole = (n: number) => Math.round(n).toLocaleString('en-US')

export const ms = (n: number) => `${n < 10 ? n.toFixed(1) : Math.round(n)} ms`
