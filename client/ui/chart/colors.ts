/** Tokens that every chart needs; series name further ones. */
const BASE = ['surface', 'raised', 'line', 'text', 'muted', 'warn', 'alarm', 'accent'] as const

/** Resolves a colour token in the current theme. */
export type ChartPalette = Record<string, string>

/** Resolves tokens in scope by a probe element, so that var() and color-mix() are evaluated. */
export function readChartPalette(host: HTMLElement, tokens: Iterable<string>): ChartPalette {
  const probe = document.createElement('span')
  probe.style.display = 'none'
  host.append(probe)
  const palette: ChartPalette = {}
  for (const token of new Set([...BASE, ...tokens])) {
    probe.style.color = `var(--${token}, currentColor)`
    palette[token] = getComputedStyle(probe).color
  }
  probe.remove()
  return palette
}
