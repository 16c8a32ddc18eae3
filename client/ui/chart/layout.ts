import type { ChartAxis, ChartStrip, Pane } from './types.ts'

const HEAD = 20
/** Gap above a pane below another, so that its unit stays clear of the last tick above. */
const NEXT = 34
const BETWEEN = 28
const MARKS = 18
const STRIP = 20
const TIMES = 38

/** A rectangle of the plot with value axes of its own. Left and right are those of the whole plot. */
export interface Region {
  id: string
  pane: Pane
  top: number
  bottom: number
  axes: ChartAxis[]
  /** Whether the title of the pane is written over this region. */
  titled: boolean
}

export interface Layout {
  width: number
  height: number
  left: number
  right: number
  /** Top and bottom of everything that shares the time axis. */
  top: number
  bottom: number
  regions: Region[]
  /** Centre of the row of marks; null without marks. */
  marks: number | null
  /** Rows of spans, with the centre of each. */
  strips: { strip: ChartStrip; y: number }[]
  /** Bottom of marks and strips, where the time labels begin. */
  base: number
}

/**
 * Stacks the panes. Hanging axes (rain) take the upper quarter of their pane, so that bars never cover lines, or the
 * whole of a pane without other axes.
 */
export function layOut(panes: Pane[], width: number, height: number, left: number, right: number): Layout {
  const marked = panes.some((p) => p.markRow || p.marks.length > 0)
  const strips = panes.flatMap((p) => p.strips ?? [])
  const rows = (marked ? MARKS : 0) + (strips.length > 0 ? strips.length * STRIP + 2 : 0)
  const bottom = Math.max(60, height - TIMES - rows)
  const shares = panes.reduce((sum, p) => sum + p.heightShare, 0) || 1
  const heads = panes.map((p, k) => (k > 0 ? NEXT : HEAD) + (split(p) ? BETWEEN : 0))
  const room = Math.max(0, bottom - heads.reduce((a, b) => a + b, 0))
  const regions: Region[] = []
  let y = 0
  panes.forEach((pane, k) => {
    const own = (room * pane.heightShare) / shares
    const hanging = pane.axes.filter((a) => a.inverted)
    const upright = pane.axes.filter((a) => !a.inverted)
    let top = y + (k > 0 ? NEXT : HEAD)
    if (split(pane)) {
      const quarter = Math.round(own / 4)
      regions.push(region(`${pane.id}:rain`, pane, top, top + quarter, hanging, false))
      top += quarter + BETWEEN
      regions.push(region(`${pane.id}:main`, pane, top, top + Math.round(own - quarter), upright, true))
    } else regions.push(region(`${pane.id}:main`, pane, top, top + Math.round(own), pane.axes, true))
    y = regions[regions.length - 1].bottom
  })
  const end = regions[regions.length - 1]?.bottom ?? bottom
  const under = end + (marked ? MARKS : 0) + 2
  return {
    width,
    height,
    left,
    right: Math.max(left + 40, width - right),
    top: regions[0]?.top ?? 0,
    bottom: end,
    regions,
    marks: marked ? end + MARKS / 2 + 1 : null,
    strips: strips.map((strip, i) => ({ strip, y: under + (i + 0.5) * STRIP })),
    base: end + rows,
  }
}

function split(pane: Pane): boolean {
  return pane.axes.some((a) => a.inverted) && pane.axes.some((a) => !a.inverted)
}

function region(
  id: string,
  pane: Pane,
  top: number,
  bottom: number,
  axes: ChartAxis[],
  titled: boolean,
): Region {
  return { id, pane, top, bottom, axes, titled }
}

/** Approximate number of intervals on a value axis of some height. */
export function intervalsFor(height: number): number {
  return Math.max(2, Math.min(8, Math.round(height / 44)))
}
