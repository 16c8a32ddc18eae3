import type { CSSProperties } from 'react'

/** Largest width of a figure in em: digits of equal width, separators, sign. */
export function emsOf(text: string): number {
  let ems = 0
  for (const c of text) ems += c === '.' || c === ',' ? 0.27 : c >= '0' && c <= '9' ? 0.63 : 0.66
  return ems
}

/**
 * Total width of figures side by side: where there is less room the stylesheet shrinks all of them equally, before
 * one reaches below the next. columns: the texts of each.
 */
export function roomFor(columns: readonly (readonly string[])[]): CSSProperties {
  const widths = columns.map((texts) => Math.max(...texts.map(emsOf)))
  const sum = widths.reduce((a, b) => a + b, 0)
  return { '--ems': sum.toFixed(2), '--longest': Math.max(...widths).toFixed(2) } as CSSProperties
}
