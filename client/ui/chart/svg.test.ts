import { HOUR } from '#core/time/units.ts'
import { describe, expect, test } from 'vitest'
import { covers } from './faces.ts'
import { frameOf } from './frame.ts'
import { compose } from './geometry.ts'
import { escapeXml, toSvg } from './svg.ts'
import type { ChartSeries, Pane } from './types.ts'

const t0 = Date.parse('2026-11-20T00:00+07:00')
const measure = (text: string) => text.length * 7

const series = (more: Partial<ChartSeries>): ChartSeries => ({
  id: 'a',
  name: 'Đến <TB> & "cũ"',
  axis: 'q',
  kind: 'line',
  color: 'inflow',
  unit: 'm³/s',
  decimals: 1,
  data: {
    t: Float64Array.from({ length: 25 }, (_, i) => t0 + i * HOUR),
    v: Float64Array.from({ length: 25 }, (_, i) => (i === 12 ? NaN : i)),
    q: Uint8Array.from({ length: 25 }, (_, i) => (i === 6 ? 4 : 0)),
  },
  ...more,
})
const pane = (all: ChartSeries[]): Pane => ({
  id: 'main',
  title: '',
  heightShare: 1,
  axes: [{ id: 'q', side: 'left', unit: 'm³/s', decimals: 1 }],
  series: all,
  lines: [{ axis: 'q', value: 10, label: 'MNDBT', tone: 'normal' }],
  marks: [{ t: t0 + 3 * HOUR, kind: 'order', label: 'x' }],
})

function drawn(all: ChartSeries[]) {
  const geometry = compose({
    panes: [pane(all)],
    hidden: new Set(),
    view: { from: t0, to: t0 + 24 * HOUR },
    zone: 'Asia/Ho_Chi_Minh',
    language: 'vi',
    width: 800,
    height: 400,
    acts: (n) => String(n),
    measure,
  })
  const palette = new Proxy({}, { get: (_, name) => `rgb(${String(name).length}, 0, 0)` }) as Record<
    string,
    string
  >
  return toSvg({
    geometry,
    hidden: new Set(),
    palette,
    family: '"Inter Variable", sans-serif',
    frame: frameOf(800, all, (s) => s.name, measure),
    heading: { title: 'Biểu đồ', range: '20/11' },
    faces: '@font-face{font-family:"Inter Variable"}',
  })
}

describe('a chart as SVG', () => {
  const text = drawn([series({})])

  test('is well formed: every element is closed, user text is escaped', () => {
    const open: string[] = []
    for (const [, close, name, self] of text.matchAll(/<(\/?)([a-zA-Z]+)[^<>]*?(\/?)>/g)) {
      if (close) expect(open.pop()).toBe(name)
      else if (!self) open.push(name)
    }
    expect(open).toEqual([])
    expect(text).toContain('Đến &lt;TB&gt; &amp; &quot;cũ&quot; (m³/s)')
    expect(text).not.toContain('<TB>')
    expect(text).not.toMatch(/NaN|Infinity|undefined/)
  })

  test('has title, fonts and axis labels, and its line broken at the gap', () => {
    expect(text).toContain('<title>Biểu đồ, 20/11</title>')
    expect(text).toContain('@font-face')
    for (const label of ['12:00', '20/11/2026', '10.0 m³/s MNDBT']) expect(text).toContain(`>${label}</text>`)
    const line = /<path fill="none"[^>]* d="([^"]+)"/.exec(text)![1]
    expect(line.match(/M/g)).toHaveLength(2)
    expect(line.match(/[ML]/g)).toHaveLength(24)
  })

  test('draws a band, dashes, and only the nearest entries outside the view', () => {
    const data = {
      t: Float64Array.from({ length: 100 }, (_, i) => t0 + (i - 40) * HOUR),
      v: new Float64Array(100).fill(5),
    }
    const band = { lower: new Float64Array(100).fill(4), upper: new Float64Array(100).fill(6) }
    const ahead = drawn([series({ data, band, dashed: true })])
    expect(ahead).toMatch(/<polygon points="[^"]+" fill="rgb\(6, 0, 0\)" opacity="0.16"\/>/)
    const [, dash, line] = /stroke-dasharray="(6 4)"[^>]* d="([^"]+)"/.exec(ahead)!
    expect(dash).toBe('6 4')
    expect(line.match(/[ML]/g)).toHaveLength(27)
  })
})

test('omits control characters, which XML forbids', () => {
  expect(escapeXml('a\u0000b\u000bc\td')).toBe('abc\td')
})

test('a font face is embedded if its ranges contain a character of the text', () => {
  expect(covers('U+0102-0103, U+1EA0-1EF9', 'Mực nước')).toBe(true)
  expect(covers('U+0102-0103, U+1EA0-1EF9', 'Level')).toBe(false)
  expect(covers('U+4??', 'Ж')).toBe(true)
  expect(covers('', 'x')).toBe(true)
})
