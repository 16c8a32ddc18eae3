import { refuseField } from '#server/lib/errors.ts'
import { getHistory } from '#contract/readings.ts'
import type { History } from '#server/features/history/index.ts'
import { OLDEST_READING } from '#core/description/records.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { columnsText, type ColumnSource } from '#server/lib/columns.ts'
import { JsonText, type Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'

/** Pixels of all series together: each may keep up to eight readings. */
const MOST_PX = 300_000

/** The latest instant that charts draw. 2200-01-01T00:00:00Z */
const LATEST = Date.UTC(2200, 0, 1)

/** Readings as charts and their tables draw them: thinned to pixels, or folded to hours, days and months. */
export function serveChartData(serve: Serve, s: Services & { history: History; registry: Registry }): void {
  const { history, registry } = s

  serve(getHistory, async ({ body, caller }) => {
    const { series, from, to, px, rows } = body
    for (const [path, t] of Object.entries({ from, to })) {
      if (t >= OLDEST_READING && t <= LATEST) continue
      throw refuseField(caller.language, path, 'invalid_time', { value: t })
    }
    if (from > to) throw refuseField(caller.language, 'from', 'from_after_to', {}, { as: 'invalid_range' })
    if (rows === undefined && series.length * px > MOST_PX)
      throw refuseField(caller.language, 'px', 'too_many_px', { series: series.length, px, most: MOST_PX })
    const known = await registry.known(caller.hydro, series)
    const codes = series.filter((code) => known.has(code))
    if (rows !== undefined) {
      const { step, series: folded } = await history.steps(caller.hydro, codes, from, to, rows)
      const columns = codes.map((code): [string, ColumnSource] => {
        const { unit, kind } = known.get(code)!
        const { start: t, value: v, q, min, max } = folded.get(code)!
        const extremes = kind === 'total' ? undefined : { min, max }
        return [code, { data: { t, v, q }, raw: false, unit, kind, extremes }]
      })
      return new JsonText(
        `{"from":${from},"to":${to},"step":"${step}","series":${await columnsText(columns)}}`,
      )
    }
    const thinned = await history.thin(caller.hydro, codes, from, to, px)
    const columns = codes.map((code): [string, ColumnSource] => {
      const { unit, kind } = known.get(code)!
      return [code, { ...thinned.get(code)!, unit, kind }]
    })
    return new JsonText(`{"from":${from},"to":${to},"series":${await columnsText(columns)}}`)
  })
}
