/** A stroke, a text or a filled shape in canvas pixels; colours are tokens. */
export type Shape =
  | {
      kind: 'line'
      points: [number, number][]
      color: string
      width: number
      dash?: number[]
      opacity?: number
    }
  | {
      kind: 'text'
      x: number
      y: number
      text: string
      color: string
      align: 'left' | 'right' | 'center'
      bold?: boolean
    }
  | { kind: 'rect'; x: number; y: number; width: number; height: number; color: string; opacity?: number }
  | {
      kind: 'figure'
      points: [number, number][]
      fill?: string
      stroke?: string
      opacity?: number
      width?: number
    }

export const FONT_SIZE = 12

/** Symbol of a grade (see SIGNS), hollow, so that the line remains visible. */
export function flagShapes(x: number, y: number, grade: number, color: string): Shape[] {
  const r = 4.5
  const hollow = (points: [number, number][]): Shape => ({
    kind: 'figure',
    points,
    fill: 'surface',
    stroke: color,
    width: 1.25,
  })
  const at = (...p: [number, number][]) => p.map(([a, b]): [number, number] => [x + a * r, y + b * r])
  if (grade === 3) return [hollow(at([0, -1.1], [1, 0.8], [-1, 0.8]))]
  if (grade === 4) return [hollow(at([0, -1.2], [1.2, 0], [0, 1.2], [-1.2, 0]))]
  if (grade === 5)
    return [
      { kind: 'line', points: at([-0.8, -0.8], [0.8, 0.8]), color, width: 1.5 },
      { kind: 'line', points: at([-0.8, 0.8], [0.8, -0.8]), color, width: 1.5 },
    ]
  return [hollow(at([-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]))]
}

/** Symbol of an edited value: a small hollow ring. */
export function editedShapes(x: number, y: number, color: string): Shape[] {
  const points = Array.from({ length: 8 }, (_, i): [number, number] => {
    const a = (Math.PI * (i + 0.5)) / 4
    return [x + 3 * Math.cos(a), y + 3 * Math.sin(a)]
  })
  return [{ kind: 'figure', points, fill: 'surface', stroke: color, width: 1.25 }]
}

/** Symbol of a mark; every kind has a shape of its own. */
export function markShapes(x: number, y: number, kind: string): Shape[] {
  const color = kind === 'warn' || kind === 'alarm' ? kind : 'muted'
  const at = (...p: [number, number][]) => p.map(([a, b]): [number, number] => [x + a, y + b])
  const full = (points: [number, number][]): Shape => ({ kind: 'figure', points, fill: color })
  if (kind === 'gate')
    return [full(at([-4, -4], [4, -4], [4, -1], [-4, -1])), full(at([-1, -1], [1, -1], [1, 5], [-1, 5]))]
  if (kind === 'run') return [full(at([-3, -4.5], [5, 0], [-3, 4.5]))]
  if (kind === 'edit') return [full(at([0, -5], [5, 0], [0, 5], [-5, 0]))]
  if (kind === 'warn') return [full(at([0, -5.5], [5.5, 4.5], [-5.5, 4.5]))]
  if (kind === 'alarm')
    return [full(at([-2.2, -5], [2.2, -5], [5, -2.2], [5, 2.2], [2.2, 5], [-2.2, 5], [-5, 2.2], [-5, -2.2]))]
  const stroke = (...p: [number, number][]): Shape => ({
    kind: 'line',
    points: at(...p),
    color,
    width: 1.25,
  })
  // A pennant: an order; a speech bubble: a call; a sheet with two lines: a note.
  if (kind === 'order') return [stroke([-3, -5], [-3, 5]), full(at([-3, -5], [5, -2.5], [-3, 0]))]
  if (kind === 'call') return [full(at([-5, -4.5], [5, -4.5], [5, 2], [0, 2], [-3, 5], [-3, 2], [-5, 2]))]
  return [
    {
      kind: 'figure',
      points: at([-3.5, -4.5], [3.5, -4.5], [3.5, 4.5], [-3.5, 4.5]),
      stroke: color,
      width: 1.25,
    },
    stroke([-1.5, -1.5], [1.5, -1.5]),
    stroke([-1.5, 1.5], [1.5, 1.5]),
  ]
}

/** Shapes as SVG elements. */
export function figurePaths(shapes: readonly Shape[]): { d: string; fill: boolean }[] {
  return shapes.flatMap((s) =>
    s.kind === 'figure' || s.kind === 'line'
      ? [
          {
            d: `M${s.points.map((p) => p.join(' ')).join('L')}${s.kind === 'figure' ? 'Z' : ''}`,
            fill: s.kind === 'figure' && s.fill !== undefined,
          },
        ]
      : [],
  )
}
