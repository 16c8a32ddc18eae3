import type { LabelBox } from './labels.ts'

type Px = readonly [x: number, y: number]

/** Text along a line, or upright on an area, and the boxes that it occupies. */
export interface Laid {
  /** Centre, px. */
  x: number
  y: number
  /** Clockwise, radians. */
  angle: number
  boxes: LabelBox[]
}

interface Frame {
  width: number
  height: number
}

/** px between candidate positions. */
const STEP = 16
/** Share of the distance along a bend: text on a tighter bend would leave its line. */
const STRAIGHT = 0.86
/** px between a line and the centre of its text. */
const BESIDE = 9

const meet = (a: LabelBox, b: LabelBox) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1
const fits = (boxes: readonly LabelBox[], { width, height }: Frame, taken: readonly LabelBox[]) =>
  boxes.every(
    (b) => b.x0 >= 0 && b.y0 >= 0 && b.x1 <= width && b.y1 <= height && !taken.some((t) => meet(t, b)),
  )

/**
 * Finds room for a text beside one of some lines, `beside` px away: on a straight stretch, nearest to the centre of
 * the view, and free. null: none.
 */
export function layAlong(
  lines: readonly (readonly Px[])[],
  size: { width: number; height: number },
  frame: Frame,
  taken: readonly LabelBox[],
  beside = BESIDE,
): Laid | null {
  const middle: Px = [frame.width / 2, frame.height / 2]
  const found: { laid: Laid; off: number }[] = []
  for (const line of lines) {
    const walked = lengths(line)
    const whole = walked[walked.length - 1] ?? 0
    for (let from = 0; from + size.width <= whole; from += STEP) {
      const [a, b] = [pointAt(line, walked, from), pointAt(line, walked, from + size.width)]
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
      const chord = Math.hypot(dx, dy)
      if (chord < STRAIGHT * size.width) continue
      // Reads from left to right.
      const flip = dx < 0
      const angle = Math.atan2(flip ? -dy : dy, Math.abs(dx))
      const along: Px = [Math.cos(angle), Math.sin(angle)]
      const bend = pointAt(line, walked, from + size.width / 2)
      for (const side of beside === 0 ? [1] : [-1, 1]) {
        const x = (a[0] + b[0] + 2 * bend[0]) / 4 - side * beside * along[1]
        const y = (a[1] + b[1] + 2 * bend[1]) / 4 + side * beside * along[0]
        const boxes = boxesOf([x, y], along, size)
        const off = Math.hypot(x - middle[0], y - middle[1])
        found.push({ laid: { x, y, angle, boxes }, off })
      }
    }
  }
  found.sort((a, b) => a.off - b.off)
  return found.find(({ laid }) => fits(laid.boxes, frame, taken))?.laid ?? null
}

/** Finds room for upright text on an area, among candidate places, best first. */
export function layOn(
  places: readonly Px[],
  size: { width: number; height: number },
  frame: Frame,
  taken: readonly LabelBox[],
): Laid | null {
  for (const [x, y] of places) {
    const box = {
      x0: x - size.width / 2,
      x1: x + size.width / 2,
      y0: y - size.height / 2,
      y1: y + size.height / 2,
    }
    if (fits([box], frame, taken)) return { x, y, angle: 0, boxes: [box] }
  }
  return null
}

/** Places inside a ring, those with the most room first, for a text. */
export function placesOn(ring: readonly Px[], across = 9): Px[] {
  const [xs, ys] = [ring.map((p) => p[0]), ring.map((p) => p[1])]
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const found: { at: Px; room: number }[] = []
  for (let j = 0; j < across; j++)
    for (let i = 0; i < across; i++) {
      const at: Px = [x0 + ((i + 0.5) / across) * (x1 - x0), y0 + ((j + 0.5) / across) * (y1 - y0)]
      const room = roomAt(ring, at)
      if (room > 0) found.push({ at, room })
    }
  return found.sort((a, b) => b.room - a.room).map(({ at }) => at)
}

/** Parts of a line within or next to the frame. */
export function inView(line: readonly [number, number][], { width, height }: Frame): [number, number][][] {
  const runs: [number, number][][] = []
  let run: [number, number][] = []
  const inside = ([x, y]: readonly [number, number]) => x >= 0 && y >= 0 && x <= width && y <= height
  line.forEach((p, i) => {
    const near = inside(p) || (i > 0 && inside(line[i - 1])) || (i + 1 < line.length && inside(line[i + 1]))
    if (near) run.push(p)
    else {
      if (run.length > 1) runs.push(run)
      run = []
    }
  })
  if (run.length > 1) runs.push(run)
  // A long segment across the view has both ends outside.
  return runs.length === 0 && line.length === 2 ? [[...line]] : runs
}

/** Distance to the edges of a ring, negative outside. */
function roomAt(ring: readonly Px[], [x, y]: Px): number {
  let [least, inside] = [Infinity, false]
  ring.forEach(([bx, by], i) => {
    const [ax, ay] = ring[(i + ring.length - 1) % ring.length]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
    const [dx, dy] = [bx - ax, by - ay]
    const long = dx * dx + dy * dy
    const share = long === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / long))
    least = Math.min(least, Math.hypot(x - ax - share * dx, y - ay - share * dy))
  })
  return inside ? least : -least
}

/** A slanted text as squares of its height, since its bounding box would claim far too much. */
function boxesOf([x, y]: Px, [ux, uy]: Px, { width, height }: { width: number; height: number }): LabelBox[] {
  const count = Math.max(1, Math.ceil(width / height))
  const half = height / 2
  return Array.from({ length: count }, (_, i) => {
    const off = (i + 0.5) * (width / count) - width / 2
    const [cx, cy] = [x + off * ux, y + off * uy]
    return { x0: cx - half, x1: cx + half, y0: cy - half, y1: cy + half }
  })
}

/** Distance along a line of each of its points. */
function lengths(line: readonly Px[]): number[] {
  let sum = 0
  return line.map(([x, y], i) => {
    if (i > 0) sum += Math.hypot(x - line[i - 1][0], y - line[i - 1][1])
    return sum
  })
}

function pointAt(line: readonly Px[], walked: readonly number[], at: number): Px {
  let i = 1
  while (i < line.length - 1 && walked[i] < at) i++
  const [a, b] = [line[i - 1], line[i]]
  const side = walked[i] - walked[i - 1]
  const share = side === 0 ? 0 : (at - walked[i - 1]) / side
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]
}
