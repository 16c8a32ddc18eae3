import type { Client, History } from '#server/features/history/index.ts'
import { MAIN_SERIES } from '#contract/calculation.ts'
import { round } from '#contract/fields.ts'
import { differencesOf, seriesUnitOf } from './response.ts'
import type { RunRow } from './store.ts'

/** Stored values at an instant, for the audit: by series, in display units; null: none, or missing. */
export async function valuesAt(history: History, hydro: string, t: number, client: Client) {
  const stored = await history.read(hydro, MAIN_SERIES, t, t, { client, raw: true })
  return Object.fromEntries(
    MAIN_SERIES.map((code) => {
      const v = stored.get(code)!.v[0]
      return [code, v === undefined || v !== v ? null : round(v * seriesUnitOf(code).scale)]
    }),
  )
}

/** Means and peaks of a recalculation, before and after it. */
export function figuresIn({ result }: Pick<RunRow, 'result'>) {
  const list = differencesOf(result?.told ?? {})
  const side = (of: 'before' | 'after') =>
    Object.fromEntries(list.map((x) => [x.series, { mean: x[`mean_${of}`], peak: x[`peak_${of}`] }]))
  return { before: side('before'), after: side('after') }
}
