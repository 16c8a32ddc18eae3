/**
 * Root of f between a and b, whose values fa and fb differ in sign: Brent's method (1973). Stops when the
 * bracket is within tolerance or after 100 steps, by when it is bisected far below any tolerance used here.
 */
export function root(
  f: (x: number) => number,
  a: number,
  b: number,
  fa: number,
  fb: number,
  tolerance: number,
): number {
  if (fa === 0) return a
  if (fb === 0) return b
  let c = a
  let fc = fa
  let step = b - a
  let before = step
  for (let i = 0; i < 100; i++) {
    if (fb > 0 === fc > 0) {
      c = a
      fc = fa
      step = b - a
      before = step
    }
    if (Math.abs(fc) < Math.abs(fb)) {
      a = b
      b = c
      c = a
      fa = fb
      fb = fc
      fc = fa
    }
    const least = 2 * Number.EPSILON * Math.abs(b) + tolerance / 2
    const middle = (c - b) / 2
    if (Math.abs(middle) <= least || fb === 0) return b
    if (Math.abs(before) >= least && Math.abs(fa) > Math.abs(fb)) {
      const s = fb / fa
      let p: number
      let q: number
      if (a === c) {
        p = 2 * middle * s
        q = 1 - s
      } else {
        const u = fa / fc
        const r = fb / fc
        p = s * (2 * middle * u * (u - r) - (b - a) * (r - 1))
        q = (u - 1) * (r - 1) * (s - 1)
      }
      if (p > 0) q = -q
      p = Math.abs(p)
      const limit = Math.min(3 * middle * q - Math.abs(least * q), Math.abs(before * q))
      if (2 * p < limit) {
        before = step
        step = p / q
      } else {
        step = middle
        before = middle
      }
    } else {
      step = middle
      before = middle
    }
    a = b
    fa = fb
    b += Math.abs(step) > least ? step : Math.sign(middle) * least
    fb = f(b)
  }
  return b
}

/** Where f, rising then falling, is largest between a and b, within a tolerance: golden section. */
export function summit(f: (x: number) => number, a: number, b: number, tolerance: number): number {
  const ratio = (Math.sqrt(5) - 1) / 2
  let c = b - ratio * (b - a)
  let d = a + ratio * (b - a)
  let fc = f(c)
  let fd = f(d)
  while (b - a > tolerance) {
    if (fc > fd) {
      b = d
      d = c
      fd = fc
      c = b - ratio * (b - a)
      fc = f(c)
    } else {
      a = c
      c = d
      fc = fd
      d = a + ratio * (b - a)
      fd = f(d)
    }
  }
  return (a + b) / 2
}
