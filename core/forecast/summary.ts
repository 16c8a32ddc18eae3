/** Summary of a forecast over its whole horizon. Flows in m3/s, volumes in 10^6 m3. */
interface Summary {
  mean: number
  max: number
  /** The first instant of the largest value. */
  maxAt: number
  volume: number
  volumeLower: number
  volumeUpper: number
}

/** Integrates straight lines between the points, as drawn; null with fewer than two points. */
export function summaryOf(f: {
  t: ArrayLike<number>
  v: ArrayLike<number>
  lower: ArrayLike<number>
  upper: ArrayLike<number>
}): Summary | null {
  const n = f.t.length
  if (n < 2) return null
  let max = 0
  for (let i = 1; i < n; i++) if (f.v[i] > f.v[max]) max = i
  const volume = millions(f.t, f.v)
  return {
    mean: (volume * 1e9) / (f.t[n - 1] - f.t[0]),
    max: f.v[max],
    maxAt: f.t[max],
    volume,
    volumeLower: millions(f.t, f.lower),
    volumeUpper: millions(f.t, f.upper),
  }
}

function millions(t: ArrayLike<number>, q: ArrayLike<number>): number {
  let sum = 0
  for (let i = 1; i < t.length; i++) sum += ((q[i] + q[i - 1]) / 2) * (t[i] - t[i - 1])
  return sum / 1e9
}
