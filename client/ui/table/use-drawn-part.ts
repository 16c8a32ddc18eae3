import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import type { DrawnPart } from './PlainTable.tsx'

/** Rows drawn beyond either edge of what is in view. */
const BEYOND = 8

interface Group {
  key: string
  head?: unknown
  rows: readonly unknown[]
}

/** Where the lines of each group begin among all lines, and how many there are. A head is a line as well. */
export function tableLines(groups: readonly Group[]): { begins: ReadonlyMap<string, number>; count: number } {
  const begins = new Map<string, number>()
  let count = 0
  for (const { key, head, rows } of groups) {
    begins.set(key, count + (head === undefined ? 0 : 1))
    count += rows.length + (head === undefined ? 0 : 1)
  }
  return { begins, count }
}

/** What scrolls a table: its frame where that is lower than the table, else the page around it. */
function scrollerOf(frame: HTMLElement): HTMLElement {
  for (let at: HTMLElement | null = frame; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight + 1) return at
  return frame
}

/**
 * The lines of a long table that are in view of what scrolls it. height: about how high one is, px; undefined: the
 * table is short, and all of it is drawn.
 */
export function useDrawnPart(
  frame: RefObject<HTMLElement | null>,
  groups: readonly Group[],
  height: number | undefined,
): DrawnPart | undefined {
  const many = height !== undefined
  const { begins, count } = useMemo(() => tableLines(groups), [groups])
  const [place, setPlace] = useState<{ scroller: HTMLElement | null; above: number }>({
    scroller: null,
    above: 0,
  })
  useLayoutEffect(() => {
    const host = frame.current
    if (!many || !host) return
    const update = () => {
      const scroller = scrollerOf(host)
      const above =
        host.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
      // In its own frame the table begins where the frame does, however far it is scrolled.
      const next = scroller === host ? 0 : Math.round(above)
      setPlace((now) => (now.scroller === scroller && now.above === next ? now : { scroller, above: next }))
    }
    update()
    const sizes = new ResizeObserver(update)
    sizes.observe(host)
    sizes.observe(document.documentElement)
    return () => sizes.disconnect()
  }, [frame, many, count])
  const virtual = useVirtualizer({
    count: many ? count : 0,
    getScrollElement: () => place.scroller,
    estimateSize: () => height ?? 0,
    overscan: BEYOND,
    scrollMargin: place.above,
    // Before the frame is measured.
    initialRect: { width: 0, height: innerHeight },
  })
  if (!many) return undefined
  const drawn = virtual.getVirtualItems()
  const lines = new Set(drawn.map((v) => v.index))
  return {
    before: (drawn[0]?.start ?? place.above) - place.above,
    after: virtual.getTotalSize() - ((drawn.at(-1)?.end ?? place.above) - place.above),
    count,
    lineOf: (group, row) => begins.get(group)! + row,
    has: (line) => lines.has(line),
    measure: virtual.measureElement,
  }
}
