import { HOUR } from '#core/time/units.ts'
import type { Text } from '../../lib/text/index.ts'
import type { CurveDrawing } from '../../ui/curve/index.ts'
import type { Inputs } from './kinds.ts'

type Words = Text['calculator']['chart']

/** The storage curve with the entered levels: storage to the right, level upwards, as in print. */
export function storageDrawing(
  inputs: Pick<Inputs, 'storage'>,
  levels: readonly { name: string; z: number | null }[],
  words: Words,
  unit: string,
): CurveDrawing {
  const key = inputs.storage.map(([z]) => z)
  const value = inputs.storage.map(([, v]) => v / 1e6)
  const [low, high] = [key[0] ?? NaN, key.at(-1) ?? NaN]
  return {
    curves: [{ id: 'v', name: words.volume, color: 'var(--level)', key, value, plain: true }],
    keyAxis: { name: words.level, unit: 'm', decimals: 2 },
    valueAxis: { name: words.volume, unit, decimals: 1 },
    upright: true,
    // A level far off the curve would flatten it.
    lines: levels.flatMap(({ name, z }) =>
      z !== null && z >= low && z <= high ? [{ at: z, label: name }] : [],
    ),
    marks: [],
  }
}

/** Recent inflow, extended from QIN along its slope until T hours from now. */
export function inflowDrawing(
  { inflow }: Pick<Inputs, 'inflow'>,
  terms: { QIN: number | null; TANA: number | null; T: number | null },
  now: number,
  words: Words,
): CurveDrawing {
  const { QIN, TANA, T } = terms
  const known = QIN !== null && TANA !== null && T !== null && T > 0
  return {
    curves: [
      {
        id: 'observed',
        name: words.observed,
        color: 'var(--inflow)',
        key: inflow.map(([t]) => (t - now) / HOUR),
        value: inflow.map(([, q]) => q),
      },
      ...(known
        ? [
            {
              id: 'line',
              name: words.line,
              color: 'var(--accent)',
              key: [0, T],
              value: [QIN, Math.max(0, QIN + TANA * T)],
            },
          ]
        : []),
    ],
    keyAxis: { name: words.hours, unit: 'h', decimals: 2 },
    valueAxis: { name: words.flow, unit: 'm³/s', decimals: 1 },
    upright: false,
    lines: [{ at: 0, label: '0 h' }],
    marks: [],
  }
}
