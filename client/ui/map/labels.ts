/** px from the upper left corner of the map. */
export interface LabelBox {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** A name to place beside its symbols. */
export interface Label {
  x: number
  y: number
  /** px that its symbols extend to the left, to the right, and up and down from their place. */
  left: number
  right: number
  half: number
  width: number
  height: number
}

const SIDES = ['right', 'left', 'above', 'below'] as const
type LabelSide = (typeof SIDES)[number]

const GAP = 4

/** Position of a label's text on a side. */
export function boxOf(l: Label, side: LabelSide): LabelBox {
  const { x, y, width: w, height: h } = l
  const middle = x + (l.right - l.left) / 2
  if (side === 'right')
    return { x0: x + l.right + GAP, x1: x + l.right + GAP + w, y0: y - h / 2, y1: y + h / 2 }
  if (side === 'left') return { x0: x - l.left - GAP - w, x1: x - l.left - GAP, y0: y - h / 2, y1: y + h / 2 }
  if (side === 'above')
    return { x0: middle - w / 2, x1: middle + w / 2, y0: y - l.half - GAP - h, y1: y - l.half - GAP }
  return { x0: middle - w / 2, x1: middle + w / 2, y0: y + l.half + GAP, y1: y + l.half + GAP + h }
}

const meet = (a: LabelBox, b: LabelBox) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1

/**
 * Assigns each label a side with room, earlier labels first: off symbols, other labels and occupied areas, within the
 * frame. null: no room, so it is not drawn.
 */
export function placeLabels(
  labels: readonly Label[],
  frame: { width: number; height: number },
  taken: readonly LabelBox[],
): (LabelSide | null)[] {
  const occupied: LabelBox[] = [
    ...taken,
    ...labels.map((l) => ({ x0: l.x - l.left, x1: l.x + l.right, y0: l.y - l.half, y1: l.y + l.half })),
  ]
  return labels.map((l) => {
    const side = SIDES.find((s) => {
      const box = boxOf(l, s)
      const inside = box.x0 >= 0 && box.y0 >= 0 && box.x1 <= frame.width && box.y1 <= frame.height
      return inside && !occupied.some((other) => meet(box, other))
    })
    if (side) occupied.push(boxOf(l, side))
    return side ?? null
  })
}

/** A placed label and its side; short: the abbreviated one. */
export interface Placed {
  label: Label
  side: LabelSide
  short: boolean
}

/** The same, where a label without room may be abbreviated once all others are placed. */
export function placeEither(
  labels: readonly Label[],
  short: readonly (Label | null)[],
  frame: { width: number; height: number },
  taken: readonly LabelBox[],
): (Placed | null)[] {
  const sides = placeLabels(labels, frame, taken)
  const names = labels.flatMap((l, i) => (sides[i] ? [boxOf(l, sides[i])] : []))
  const rest = labels.map((_, i) => i).filter((i) => sides[i] === null && short[i] !== null)
  // Symbols of placed labels are obstacles too.
  const symbols = labels
    .filter((_, i) => !rest.includes(i))
    .map((l) => ({ x0: l.x - l.left, x1: l.x + l.right, y0: l.y - l.half, y1: l.y + l.half }))
  const second = placeLabels(
    rest.map((i) => short[i]!),
    frame,
    [...taken, ...names, ...symbols],
  )
  return labels.map((label, i) => {
    const own = sides[i]
    if (own) return { label, side: own, short: false }
    const side = second[rest.indexOf(i)]
    return side ? { label: short[i]!, side, short: true } : null
  })
}
