import { MINUTE } from '#core/time/units.ts'
import type { Column } from '#contract/fields.ts'
import { fromColumn } from '../../ui/chart/column.ts'
import type { ChartSeries, Pane, StepKind } from '../../ui/chart/index.ts'

const RUNNING = MINUTE

export interface Steps {
  step: StepKind
  series: Readonly<Record<string, Column>>
}

/** How often steps are refetched, ms: past ones are final, the current one grows. */
export const everyOf = (to: number | null, now: number): number | false =>
  to !== null && to > now ? RUNNING : false

/** Wire name of a chart series, and the factor to its displayed unit. */
type Wire = (id: string) => { code: string; scale: number } | null

/** The panes with steps in place of thinned readings, for their table. */
export function withSteps(
  panes: Pane[],
  now: Steps | undefined,
  past: Steps | undefined,
  wire: Wire,
): Pane[] {
  if (!now) return panes
  return panes.map((pane) => ({
    ...pane,
    series: pane.series.map((s) => {
      const own = wire(s.of ?? s.id)
      const column = own && (s.of === undefined ? now : past)?.series[own.code]
      return column ? { ...s, steps: stepsOf(column, own.scale, s.of === undefined ? 0 : (s.shift ?? 0)) } : s
    }),
  }))
}

function stepsOf(column: Column, scale: number, shift: number): ChartSeries['steps'] {
  const list = (v: readonly (number | null)[] | undefined) =>
    v && Float64Array.from(v, (one) => (one ?? NaN) * scale)
  const data = fromColumn(column)
  const [lower, upper] = [list(column.min), list(column.max)]
  return {
    data: { ...data, t: data.t.map((t) => t + shift), v: list(column.v)! },
    ...(lower && upper ? { band: { lower, upper } } : {}),
  }
}
