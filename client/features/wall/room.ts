import type { CSSProperties } from 'react'

/** How wide a figure is at most, in its own font size: digits of one width, what parts them, its sign. */
export function emsOf(text: string): number {
  let ems = 0
  for (const c of text) ems += c === '.' || c === ',' ? 0.27 : c >= '0' && c <= '9' ? 0.63 : 0.66
  return ems
}

/**
 * What figures beside each other take together: style sheets make them smaller where there is less room than that, all
 * by the same, before one lies under its neighbour. columns: the texts of each.
 */
export function roomFor(columns: readonly (readonly string[])[]): CSSProperties {
  const widths = columns.map((texts) => Math.max(...texts.map(emsOf)))
  const sum = widths.reduce((a, b) => a + b, 0)
  return { '--ems': sum.toFixed(2), '--longest': Math.max(...widths).toFixed(2) } as CSSProperties
}
