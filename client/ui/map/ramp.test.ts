import { expect, test } from 'vitest'
import { RAMP, rampColor } from './ramp.ts'

type Rgb = [number, number, number]
const rgb = (hex: string): Rgb => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255) as Rgb
const linear = (c: Rgb) => c.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)) as Rgb
const times = (m: readonly Rgb[], [r, g, b]: Rgb) =>
  m.map(([x, y, z]) => Math.max(0, Math.min(1, x * r + y * g + z * b))) as Rgb

/** Simulates colour blindness (Machado, Oliveira and Fernandes 2009, severity 1), in linear light. */
const EYES: Record<string, readonly Rgb[]> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** CIE L* of a colour over the background of its theme. */
function lightness(hex: string, eyes: string): number {
  const [r, g, b] = times(EYES[eyes], linear(rgb(hex)))
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y
}

test.each(Object.keys(RAMP).flatMap((theme) => Object.keys(EYES).map((eyes) => [theme, eyes] as const)))(
  'neighbouring classes of rain differ clearly in lightness (%s, %s)',
  (theme, eyes) => {
    const seen = RAMP[theme as keyof typeof RAMP].map((hex) => lightness(hex, eyes))
    const steps = seen.slice(1).map((l, i) => (theme === 'light' ? seen[i] - l : l - seen[i]))
    for (const step of steps) expect(step).toBeGreaterThan(4.5)
  },
)

test('classes are spread over the whole ramp', () => {
  expect([0, 9].map((i) => rampColor('light', i, 10))).toEqual([RAMP.light[0], RAMP.light[9]])
  expect(new Set([0, 1, 2, 3].map((i) => rampColor('dark', i, 4))).size).toBe(4)
  expect(rampColor('dark', 0, 1)).toBe(RAMP.dark[0])
})
