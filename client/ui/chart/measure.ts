import { FONT_SIZE } from './shapes.ts'

/** Widths of texts in the chart's font, px; each measured once. */
export class Measure {
  family = 'sans-serif'
  private context: CanvasRenderingContext2D | null = null
  private widths = new Map<string, number>()

  /** Sets the font and clears the measurements. */
  use(family: string) {
    this.family = family
    this.widths.clear()
  }

  of = (text: string, bold = false): number => {
    const key = bold ? `!${text}` : text
    let width = this.widths.get(key)
    if (width === undefined) {
      this.context ??= document.createElement('canvas').getContext('2d')
      if (!this.context) return text.length * 7
      this.context.font = `${bold ? 600 : 400} ${FONT_SIZE}px ${this.family}`
      width = this.context.measureText(text).width
      if (this.widths.size > 2000) this.widths.clear()
      this.widths.set(key, width)
    }
    return width
  }
}
