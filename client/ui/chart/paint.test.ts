import { HOUR } from '#core/time/units.ts'
import { describe, expect, test } from 'vitest'
import { frameOf } from './frame.ts'
import { paint } from './paint.ts'
import { pathOf } from './path.ts'
import { compose } from './geometry.ts'
import { toSvg } from './svg.ts'
import type { ChartSeries, Pane } from './types.ts'

const t0 = Date.parse('2026-11-20T00:00+07:00')
const measure = (text: string) => text.length * 7
const palette = new Proxy({}, { get: (_, name) => `--${String(name)}` }) as Record<string, string>

interface Drawn {
  points: [number, number][]
  stroke?: string
  fill?: string
  width?: number
  dash?: string
}

/** A canvas that records drawing calls. */
class Recorder {
  readonly drawn: Drawn[] = []
  globalAlpha = 1
  strokeStyle = ''
  fillStyle = ''
  lineWidth = 1
  private way: [number, number][][] = []
  private dash: number[] = []

  save() {}
  restore() {}
  rect() {}
  clip() {}
  closePath() {}
  fillText() {}
  fillRect() {}
  setLineDash(dash: number[]) {
    this.dash = dash
  }
  beginPath() {
    this.way = []
  }
  moveTo(x: number, y: number) {
    this.way.push([[x, y]])
  }
  lineTo(x: number, y: number) {
    if (this.way.length === 0) this.moveTo(x, y)
    else this.way.at(-1)!.push([x, y])
  }
  stroke() {
    for (const points of this.way)
      this.drawn.push({
        points,
        stroke: this.strokeStyle,
        width: this.lineWidth,
        dash: this.dash.join(' '),
      })
  }
  fill() {
    for (const points of this.way) this.drawn.push({ points, fill: this.fillStyle })
  }
}

function painted(more: Partial<ChartSeries>) {
  const series: ChartSeries = {
    id: 'a',
    name: 'a',
    axis: 'q',
    kind: 'line',
    color: 'inflow',
    unit: 'm³/s',
    decimals: 1,
    data: { t: new Float64Array(0), v: new Float64Array(0) },
    ...more,
  }
  const pane: Pane = {
    id: 'main',
    title: '',
    heightShare: 1,
    axes: [{ id: 'q', side: 'left', unit: 'm³/s', decimals: 1 }],
    series: [series],
    lines: [],
    marks: [],
  }
  const hidden = new Set<string>()
  const geometry = compose({
    panes: [pane],
    hidden,
    view: { from: t0, to: t0 + 24 * HOUR },
    zone: 'Asia/Ho_Chi_Minh',
    language: 'vi',
    width: 800,
    height: 400,
    acts: (n) => String(n),
    measure,
  })
  const canvas = new Recorder()
  paint(canvas as unknown as CanvasRenderingContext2D, {
    geometry,
    hidden,
    palette,
    family: 'x',
    moving: false,
    pathOf: (s) => pathOf(s, -Infinity),
  })
  const svg = toSvg({
    geometry,
    hidden,
    palette,
    family: 'x',
    frame: frameOf(800, [series], (s) => s.name, measure),
    heading: { title: '', range: '' },
    faces: '',
  })
  return { drawn: canvas.drawn, svg }
}

/** Hourly values 0, 1, 2 ...; some missing, some of another quality. */
const hours = (gaps: number[], q: Record<number, number>) => ({
  t: Float64Array.from({ length: 25 }, (_, i) => t0 + i * HOUR),
  v: Float64Array.from({ length: 25 }, (_, i) => (gaps.includes(i) ? NaN : i)),
  q: Uint8Array.from({ length: 25 }, (_, i) => q[i] ?? 0),
})
/** 'x,y x,y', as in the SVG. */
const written = (points: [number, number][]) =>
  points.map((p) => p.map((n) => Math.round(n * 100) / 100).join(',')).join(' ')

describe('the canvas', () => {
  test('shows a gap: two strokes, none between its sides', () => {
    const { drawn } = painted({ data: hours([11, 12, 13], {}) })
    const strokes = drawn.filter((d) => d.stroke === '--inflow')
    expect(strokes.map((s) => s.points.length)).toEqual([11, 11])
    const [before, after] = strokes.map((s) => s.points.map(([x]) => x))
    // Three missing hours are four steps between their neighbours.
    const hour = before[1] - before[0]
    expect(after[0] - before.at(-1)!).toBeCloseTo(4 * hour, 6)
  })

  test('shows a symbol per grade from extrapolated on; none for good and edited values', () => {
    const flagged = (grade: number) => {
      const { drawn } = painted({ data: hours([], { 12: grade }), markEdited: true })
      // The line is the first stroke in the colour of the series.
      return drawn.filter((d) => d.stroke === '--inflow').slice(1)
    }
    for (const plain of [0, 1, 2]) expect(flagged(plain)).toEqual([])
    const shapes = [3, 4, 5, 6, 8].map((grade) => {
      const [first] = flagged(grade)[0].points
      return JSON.stringify(flagged(grade).map((d) => d.points.map(([x, y]) => [x - first[0], y - first[1]])))
    })
    expect(new Set(shapes).size).toBe(5)
    const line = painted({ data: hours([], {}) }).drawn.find((d) => d.stroke === '--inflow')!.points
    for (const grade of [3, 4, 5, 6]) {
      const all = flagged(grade).flatMap((d) => d.points)
      const middle = (k: 0 | 1) => (Math.min(...all.map((p) => p[k])) + Math.max(...all.map((p) => p[k]))) / 2
      expect(Math.abs(middle(0) - line[12][0])).toBeLessThan(0.01)
      expect(Math.abs(middle(1) - line[12][1])).toBeLessThan(1)
    }
  })

  test('matches the saved drawing: symbols, dashes and bands point for point', () => {
    const data = hours([7], { 3: 3, 5: 4, 10: 5, 15: 6, 18: 8 })
    const band = { lower: data.v.map((v) => v - 1), upper: data.v.map((v) => v + 1) }
    const { drawn, svg } = painted({ data, band, dashed: true, markEdited: true })
    const own = drawn.filter((d) => (d.fill ?? d.stroke) === '--inflow' || d.fill === '--surface')
    const lines = own.filter((d) => d.dash === '6 4')
    expect(lines).toHaveLength(2)
    const [, dash, d] = /<path [^>]*stroke-dasharray="([^"]+)" d="([^"]+)"/.exec(
      svg.replaceAll(/<path d=[^>]+>/g, ''),
    )!
    expect(dash).toBe('6 4')
    const ways = d.split('M').slice(1)
    expect(ways.map((w) => w.replaceAll(' ', ',').replaceAll('L', ' '))).toEqual(
      lines.map((l) => written(l.points)),
    )
    const figures = own.filter((o) => o.dash !== '6 4')
    expect(figures.filter((f) => f.fill === '--inflow')).toHaveLength(2)
    expect(figures.filter((f) => f.fill === '--surface')).toHaveLength(4)
    for (const f of figures) expect(svg).toContain(`points="${written(f.points)}"`)
  })
})
