import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SERIES_COLORS } from '#contract/views.ts'

const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8')
const tokens = (selector: string) => {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0]
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map((m) => [m[1], m[2]]))
}
const THEMES = {
  light: tokens(':root'),
  dark: tokens(":root[data-mantine-color-scheme='dark']"),
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

test.each(Object.entries(THEMES))('every series colour has enough contrast in the %s theme', (_, of) => {
  for (const color of SERIES_COLORS) {
    expect(of.has(color), color).toBe(true)
    for (const ground of ['surface', 'raised'])
      expect(contrast(of.get(color)!, of.get(ground)!), `${color} on ${ground}`).toBeGreaterThanOrEqual(3)
  }
  expect(new Set(SERIES_COLORS.map((c) => of.get(c))).size).toBe(SERIES_COLORS.length)
})
