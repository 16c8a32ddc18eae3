/** Tokens a chart always needs; series name their own. */
const BASE = ['surface', 'raised', 'line', 'text', 'muted', 'warn', 'alarm', 'accent'] as const

/** Colour token to the colour of the present theme, as a browser resolves it. */
export type ChartPalette = Record<string, string>

/** Reads tokens where they apply: through a probe element, so that var(), color-mix() and scopes are resolved. */
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
