/**
 * Colours of ascending classes: the hue turns from green over blue to purple while the lightness changes in equal
 * steps away from the theme's background, so that classes differ without seeing hue too.
 */
export const RAMP = {
  light: [
    '#eef7e0',
    '#d3edc9',
    '#b0dfc4',
    '#85cdc6',
    '#5ab6c9',
    '#3b9bc6',
    '#2f7db9',
    '#3a5ca5',
    '#45398a',
    '#3b1263',
  ],
  dark: [
    '#22313a',
    '#1f4450',
    '#1b5a66',
    '#1d7276',
    '#2f8a7f',
    '#51a283',
    '#7cb986',
    '#a9cf8c',
    '#d3e39b',
    '#f8f6bd',
  ],
} as const

/** Colour of class i out of a number, spread over the whole ramp. */
export function rampColor(theme: keyof typeof RAMP, i: number, count: number): string {
  const colors = RAMP[theme]
  return colors[count <= 1 ? 0 : Math.round((i * (colors.length - 1)) / (count - 1))]
}
