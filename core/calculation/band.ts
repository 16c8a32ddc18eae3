import { STAFF } from '#core/balance/index.ts'
import type { Description } from '#core/description/index.ts'
import { areaAt, found } from '#core/tables/index.ts'
import { run } from './compute.ts'
import type { Inputs } from './inputs.ts'

/** Standard error of a level as it was entered, m: by its last digit, or that of a staff gauge where it has fewer. */
export function readTo(level: number): number {
  const digits = /\.(\d+)$/.exec(String(level))?.[1].length ?? 0
  return Math.min(STAFF, 10 ** -digits) / Math.sqrt(12)
}

/**
 * Standard error of levels that a person enters at both ends of a window, m: each as exact as its last digit, and not
 * better than the lake's readings at its end. Mean square of both, so that sqrt(2) times it is the error of their
 * difference.
 */
export function enteredError(
  d: Description,
  inputs: Inputs,
  at: number,
  zone: string,
  levels: { start: number; end: number },
): number {
  let least = 0
  run(d, inputs, at, at, zone, {
    t: at,
    inflow({ input, storageTable }) {
      const area = storageTable ? areaAt(storageTable, levels.end, 'loop', found()) : NaN
      const own = (input?.sigmaVolume ?? NaN) / area
      if (own > 0 && own < Infinity) least = own
    },
  })
  const [a, b] = [Math.max(least, readTo(levels.start)), Math.max(least, readTo(levels.end))]
  return Math.sqrt((a * a + b * b) / 2)
}
