import { SHAPES } from './shapes.ts'

const TOKENS = [
  'surface',
  'page',
  'line',
  'line-strong',
  'text',
  'muted',
  'water',
  'accent',
  'level',
  'warn',
  'alarm',
] as const

/** Resolves a colour token in the current theme. */
export type MapPalette = Readonly<Record<string, string>>

/** Resolves tokens in scope, since a canvas knows no variables. */
export function readMapPalette(host: HTMLElement): MapPalette {
  const probe = document.createElement('span')
  probe.style.display = 'none'
  host.append(probe)
  const palette: Record<string, string> = {}
  for (const token of new Set([...TOKENS, ...Object.values(SHAPES).map((s) => s.color)])) {
    probe.style.color = `var(--${token})`
    palette[token] = getComputedStyle(probe).color
  }
  probe.remove()
  return palette
}

/** The same colour with transparency. */
export function faded(color: string, share: number): string {
  const numbers = /^rgba?\(([\d.]+)[, ]+([\d.]+)[, ]+([\d.]+)/.exec(color)
  return numbers ? `rgba(${numbers[1]}, ${numbers[2]}, ${numbers[3]}, ${share})` : color
}

/** Whether the background is light or dark. */
export function themeOf(p: MapPalette): 'light' | 'dark' {
  const [r = 255, g = 255, b = 255] = (p.surface.match(/[\d.]+/g) ?? []).map(Number)
  return r + g + b < 384 ? 'dark' : 'light'
}
