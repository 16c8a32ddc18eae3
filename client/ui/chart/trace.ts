import type { TimeRange } from './types.ts'

/** [t, v, t, v ...] ascending in time, NaN where the line breaks. */
export type Path = Float64Array

interface Pen {
  x: (t: number) => number
  y: (v: number) => number
  move: (x: number, y: number) => void
  line: (x: number, y: number) => void
}

/** Entries per pixel from which a column of pixels keeps only its first, least, greatest and last. */
const DENSE = 4
/** Squared distance in px below which a point is skipped: invisible, and each joint costs time. */
const TINY = 0.5

/** Index of the first entry of a path at or after an instant. */
function entryFrom(path: Path, at: number): number {
  let low = 0
  let high = path.length / 2
  while (low < high) {
    const middle = (low + high) >> 1
    if (path[2 * middle] < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Draws the visible part of a path, and one entry beyond each side; extremes are never lost. */
export function trace(path: Path, view: TimeRange, px: number, pen: Pen): void {
  const first = Math.max(0, entryFrom(path, view.from) - 1)
  const end = Math.min(path.length / 2, entryFrom(path, view.to) + 1)
  const draw = end - first > DENSE * px ? columns(pen) : plain(pen)
  for (let i = first; i < end; i++) {
    const v = path[2 * i + 1]
    if (v === v) draw.to(pen.x(path[2 * i]), pen.y(v))
    else draw.lift()
  }
  draw.lift()
}

interface Drawer {
  to(x: number, y: number): void
  lift(): void
}

function plain({ move, line }: Pen): Drawer {
  let down = false
  let [drawnX, drawnY] = [0, 0]
  /** The last skipped point, drawn where a stroke ends. */
  let [passedX, passedY] = [NaN, NaN]
  return {
    to(x, y) {
      if (down && (x - drawnX) ** 2 + (y - drawnY) ** 2 < TINY) {
        ;[passedX, passedY] = [x, y]
        return
      }
      if (down) line(x, y)
      else move(x, y)
      ;[drawnX, drawnY, passedX] = [x, y, NaN]
      down = true
    },
    lift() {
      if (down && passedX === passedX) line(passedX, passedY)
      passedX = NaN
      down = false
    },
  }
}

function columns(pen: Pen): Drawer {
  const out = plain(pen)
  let column = NaN
  let [low, high, last]: [number, number][] = [
    [0, 0],
    [0, 0],
    [0, 0],
  ]
  let lowFirst = true
  let count = 0
  const close = () => {
    if (count > 1) {
      for (const p of lowFirst ? [low, high] : [high, low]) out.to(...p)
      out.to(...last)
    }
    count = 0
  }
  return {
    to(x, y) {
      if (Math.floor(x) !== column) {
        close()
        column = Math.floor(x)
        out.to(x, y)
        low = high = last = [x, y]
        count = 1
        return
      }
      count++
      last = [x, y]
      if (y < low[1]) [low, lowFirst] = [last, false]
      if (y > high[1]) [high, lowFirst] = [last, true]
    },
    lift() {
      close()
      column = NaN
      out.lift()
    },
  }
}
