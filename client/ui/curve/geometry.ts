import type { Curve } from './types.ts'

/** The line of a curve as an SVG path. Nodes on the same pixel are drawn once. */
export function curvePath(
  { key, value, steps }: Pick<Curve, 'key' | 'value' | 'steps'>,
  keyPx: (k: number) => number,
  valuePx: (v: number) => number,
  upright: boolean,
): string {
  let path = ''
  let pen = 'M'
  let [lastK, lastV] = [NaN, NaN]
  const to = (k: number, v: number) => {
    const [a, b] = [Math.round(k * 10) / 10, Math.round(v * 10) / 10]
    path += `${pen}${upright ? b : a} ${upright ? a : b}`
    pen = 'L'
  }
  for (let i = 0; i < key.length; i++) {
    if (!Number.isFinite(value[i]) || !Number.isFinite(key[i])) {
      pen = 'M'
      lastK = NaN
      continue
    }
    const k = keyPx(key[i])
    const v = valuePx(value[i])
    const last = i === key.length - 1
    if (!last && Math.abs(k - lastK) < 0.4 && Math.abs(v - lastV) < 0.4) continue
    if (steps && pen === 'L') to(k, lastV)
    to(k, v)
    ;[lastK, lastV] = [k, v]
  }
  return path
}

/** Index of the last key at or below k; -1 before the first. */
export function curveIndexAt(key: ArrayLike<number>, k: number): number {
  let low = 0
  let high = key.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (key[middle] <= k) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The value of a curve at a key; null: outside. */
export function readCurveAt({ key, value, steps }: Pick<Curve, 'key' | 'value' | 'steps'>, k: number) {
  const n = key.length
  if (n === 0 || !(k >= key[0] && k <= key[n - 1])) return null
  const i = curveIndexAt(key, k)
  if (steps || i === n - 1 || key[i] === k) return value[i]
  return value[i] + ((k - key[i]) * (value[i + 1] - value[i])) / (key[i + 1] - key[i])
}
