import type { ChartPalette } from './colors.ts'
import { paint } from './paint.ts'
import type { PaintInput } from './paint.ts'
import { pathOf } from './path.ts'
import type { ChartGeometry } from './geometry.ts'
import type { Path } from './trace.ts'
import type { ChartSeries } from './types.ts'

interface DrawInput {
  geometry: ChartGeometry
  hidden: ReadonlySet<string>
  palette: ChartPalette
  family: string
  now?: number
  /** The view is moving: draw as quickly as possible. */
  moving: boolean
}

/** The canvas in its host, at the resolution of the screen; lines are laid out again only when their data change. */
export class Canvas {
  width = 0
  height = 0
  private readonly element = document.createElement('canvas')
  private readonly sharpness: number
  private paths = new WeakMap<object, { key: string; path: Path }>()
  private last: PaintInput | null = null

  /** sharpness: factor by which it is displayed larger than laid out. */
  constructor(host: HTMLElement, sharpness: number) {
    this.sharpness = sharpness
    this.element.style.display = 'block'
    host.append(this.element)
    this.resize(host.clientWidth, host.clientHeight)
  }

  resize(width: number, height: number) {
    this.width = width
    this.height = height
    this.element.style.width = `${width}px`
    this.element.style.height = `${height}px`
  }

  dispose() {
    this.element.remove()
  }

  draw({ geometry, hidden, palette, family, now, moving }: DrawInput) {
    this.last = { geometry, hidden, palette, family, moving, pathOf: (s) => this.path(s, now) }
    fill(this.element, this, devicePixelRatio * this.sharpness, this.last)
  }

  /** Copy of the drawing on a background colour, at a pixel ratio; null before the first drawing. */
  picture(ratio: number, background: string): HTMLCanvasElement | null {
    return (
      this.last &&
      fill(document.createElement('canvas'), this, ratio, { ...this.last, moving: false }, background)
    )
  }

  private path(s: ChartSeries, now = -Infinity): Path {
    // The last step extends until now.
    const key = [s.kind, s.maxGap, s.kind === 'step' ? now : ''].join()
    const known = this.paths.get(s.data)
    if (known?.key === key) return known.path
    const path = pathOf(s, now)
    this.paths.set(s.data, { key, path })
    return path
  }
}

function fill(
  canvas: HTMLCanvasElement,
  { width, height }: { width: number; height: number },
  ratio: number,
  input: PaintInput,
  background?: string,
): HTMLCanvasElement | null {
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)]
  // Resizing reallocates the canvas, so only when the size differs.
  if (canvas.width !== w) canvas.width = w
  if (canvas.height !== h) canvas.height = h
  const c = canvas.getContext('2d')
  if (!c) return null
  c.setTransform(ratio, 0, 0, ratio, 0, 0)
  c.globalAlpha = 1
  c.clearRect(0, 0, width, height)
  if (background !== undefined) {
    c.fillStyle = background
    c.fillRect(0, 0, width, height)
  }
  paint(c, input)
  return canvas
}
