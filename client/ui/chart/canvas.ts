import { CustomChart, LineChart } from 'echarts/charts'
import { GridComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import type { ECharts } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { toOption } from './option.ts'
import type { ChartOption, OptionInput } from './option.ts'
import type { ChartSeries } from './types.ts'

use([LineChart, CustomChart, GridComponent, CanvasRenderer])

/** The canvas of ECharts in its host: hands over only what is other than before. */
export class Canvas {
  private readonly chart: ECharts
  private lines = new Set<string>()
  private shape = ''
  private versions = new WeakMap<object, number>()
  private version = 0

  /** sharpness: how many times larger it is seen than it is laid out. */
  constructor(host: HTMLElement, sharpness: number) {
    this.chart = init(host, null, {
      renderer: 'canvas',
      width: host.clientWidth,
      height: host.clientHeight,
      devicePixelRatio: devicePixelRatio * sharpness,
    })
  }

  get width(): number {
    return this.chart.getWidth()
  }

  get height(): number {
    return this.chart.getHeight()
  }

  resize(width: number, height: number) {
    this.chart.resize({ width, height })
  }

  dispose() {
    this.chart.dispose()
  }

  /** As drawn, on a colour, at a pixel ratio. */
  picture(ratio: number, backgroundColor: string): HTMLCanvasElement {
    return this.chart.renderToCanvas({ pixelRatio: ratio, backgroundColor })
  }

  draw(input: Omit<OptionInput, 'lineId' | 'drawn'>) {
    const lineId = (s: ChartSeries) => this.lineId(s, input.now)
    this.apply(toOption({ ...input, lineId, drawn: this.lines }))
  }

  /** A line's id changes with its data, so that ECharts never merges one set of data into another. */
  private lineId(s: ChartSeries, now: number | undefined): string {
    let version = this.versions.get(s.data)
    if (version === undefined) this.versions.set(s.data, (version = ++this.version))
    return `${s.id}:${version}:${s.kind === 'step' ? (now ?? '') : ''}`
  }

  private apply(option: ChartOption) {
    const series = option.series as { id: string; type: string; lineStyle?: object; yAxisId?: string }[]
    const lines = series.filter((s) => s.type === 'line')
    // Lines are touched only when one of them is new, gone, moved or restyled.
    const shape = JSON.stringify([
      series.map((s) => [s.id, s.yAxisId, s.lineStyle]),
      (option.yAxis as { id: string }[]).map((a) => a.id),
    ])
    if (shape === this.shape)
      this.chart.setOption({ ...option, series: series.filter((s) => s.type !== 'line') } as ChartOption)
    else this.chart.setOption(option, { replaceMerge: ['series', 'grid', 'xAxis', 'yAxis'] })
    this.shape = shape
    this.lines = new Set(lines.map((l) => l.id))
  }
}
