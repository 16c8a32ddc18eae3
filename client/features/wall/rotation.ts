/** The panes that the wall shows in turn. */
export const PANES = ['figures', 'chart', 'gates', 'map'] as const
export type PaneName = (typeof PANES)[number]

/** Seconds for which a pane may be shown. */
export const PACES = [10, 20, 30, 60] as const
export type Pace = (typeof PACES)[number]

/** The pane `steps` after (or before) one, cyclically. One that no longer exists counts as the first. */
export function paneAfter(panes: readonly PaneName[], now: PaneName, steps: number): PaneName {
  const at = Math.max(0, panes.indexOf(now))
  return panes[(((at + steps) % panes.length) + panes.length) % panes.length]
}

/** Meaning of a key on the wall; null: none. */
export function keyAct(
  key: string,
): 'next' | 'previous' | 'pause' | 'full' | 'night' | { pane: number } | null {
  if (key === 'ArrowRight' || key === 'PageDown') return 'next'
  if (key === 'ArrowLeft' || key === 'PageUp') return 'previous'
  if (key === ' ') return 'pause'
  if (key === 'f' || key === 'F') return 'full'
  if (key === 'n' || key === 'N') return 'night'
  return /^[1-9]$/.test(key) ? { pane: Number(key) - 1 } : null
}
