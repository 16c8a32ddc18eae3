import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { HOUR } from '#core/time/index.ts'
import { getHistory } from '#contract/readings.ts'
import type { Column } from '#contract/fields.ts'
import { call } from '../../lib/client.ts'
import { useProfile } from '../../lib/who.ts'
import { fromColumn } from '../../ui/chart/column.ts'
import type { ChartSeries, Pane, StepKind, TimeRange } from '../../ui/chart/index.ts'

/** More rows than these nobody scrolls through: ten years come by days. */
const ROWS = 4000
const FRESH = 5 * 60_000

export interface Steps {
  step: StepKind
  series: Readonly<Record<string, Column>>
}

/**
 * The series over whole hours, days or months, for the table of a chart whose columns came thinned: the extremes of
 * pixels are right for a line, but as rows they would be holes. null: nothing is asked.
 */
export function useSteps(codes: readonly string[], range: TimeRange | null): Steps | undefined {
  const hydro = useProfile().hydro_code
  const from = range && Math.floor(range.from / HOUR) * HOUR
  const to = range && Math.ceil(range.to / HOUR) * HOUR
  const { data } = useQuery({
    queryKey: [hydro, 'steps', codes, from, to],
    queryFn: async ({ signal }) => {
      const body = { series: [...codes], from: from!, to: to!, rows: ROWS }
      const { step, series } = await call(getHistory, { body, signal })
      return step ? { step, series } : null
    },
    placeholderData: (data, before) => (before?.queryKey[2] === codes ? keepPreviousData(data) : undefined),
    enabled: range !== null && codes.length > 0,
    staleTime: FRESH,
    meta: { quiet: true },
  })
  return range === null ? undefined : (data ?? undefined)
}

/** What a series of the chart is called on the wire, and the factor to the unit of the screen. */
export type Wire = (id: string) => { code: string; scale: number } | null

/** The panes with what their table shows instead of thinned readings. */
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
