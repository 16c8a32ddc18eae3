import { DAY } from '#core/time/units.ts'
import { setImmediate } from 'node:timers/promises'
import type { Preview } from '#contract/preview.ts'
import { isLogCode } from '#core/calculation/index.ts'
import { PAGE_SIZE } from '#contract/validation.ts'
import { addAct, listEdits, previewEdit, previewUndo, readEdits, undoAct } from '#contract/edits.ts'
import { seriesName } from '#contract/series-names.ts'
import { notFound } from '#server/lib/errors.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { refuseMoneySeries } from '#server/features/price/index.ts'
import type { LayerChange } from '#server/features/history/index.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'
import type { Edits, EditDeps, EditPreview } from './edits.ts'
import { bothOf, chartColumnOf, reviewedOf } from './data.ts'
import { refuse } from './build-layer.ts'
import { editsOver, countOver, findEdit, numberOf, shownEdit } from './store.ts'

/** Longest span of one call, ms. */
const LONGEST = 11 * 366 * DAY

/**
 * Previews the effect of layers over [from, to] of readings on computed values; null: nothing is computed from them.
 */
export type CalculationOf = (
  hydroCode: string,
  series: string,
  o: { from: number; to: number; px: number; change: LayerChange; caller: Caller },
) => Promise<Preview | null>

export function serveEditCalls(
  serve: Serve,
  s: Services,
  { history, registry, calculationOf }: EditDeps & { calculationOf?: CalculationOf },
  edits: Edits,
): void {
  serve(readEdits, async ({ body, caller }) => {
    const { hydro, language } = caller
    const row = await registry.get(hydro, body.series)
    if (!row) throw notFound(body.series)
    if (body.from > body.to) throw refuse({ language, at: '' }, 'from', 'from_after_to')
    if (body.to - body.from > LONGEST)
      throw refuse({ language, at: '' }, 'to', 'edit_span', { days: 11 * 366 })
    // Read before the readings, so that an edit that is saved in between is found to be newer.
    const version = await numberOf(s.db.pool, hydro, row.code)
    const [both, list, reviews] = await Promise.all([
      bothOf(history, hydro, row, body, body.px),
      editsOver(s.db, hydro, row.code, body.from, body.to),
      reviewedOf(s.db, hydro, row, body),
    ])
    return {
      series: row.code,
      name: seriesName(row, language),
      unit: row.unit,
      kind: row.kind,
      step_s: row.step_s,
      editable: row.source !== 'computed' && !isLogCode(row.code),
      from: body.from,
      to: body.to,
      version,
      ...both,
      acts: list.sort((a, b) => a.seq - b.seq).map(shownEdit),
      reviews,
    }
  })

  serve(listEdits, async ({ body, caller }) => {
    const series = body.series ?? null
    const page = { size: PAGE_SIZE, number: body.page }
    const [total, list] = await Promise.all([
      countOver(s.db, caller.hydro, series, body.from, body.to),
      editsOver(s.db, caller.hydro, series, body.from, body.to, page),
    ])
    return { total, acts: list.map(shownEdit) }
  })

  /** The effect of an edit on its series, in figures and drawn, and on computed values. */
  const previewOf = async (
    caller: Caller,
    row: SeriesRow,
    span: { from: number; to: number },
    { before, after, effect }: Pick<EditPreview, 'before' | 'after' | 'effect'>,
    change: LayerChange,
    px: number,
  ) => {
    const { from, to } = effect
    const { hydro } = caller
    const [reviews, calculation] = await Promise.all([
      reviewedOf(s.db, hydro, row, span),
      from === null || to === null
        ? null
        : calculationOf?.(hydro, row.code, { from, to, px, change, caller }),
    ])
    const old = chartColumnOf(before, row, span, px)
    await setImmediate()
    return {
      ...effect,
      unit: row.unit,
      kind: row.kind,
      old,
      new: chartColumnOf(after, row, span, px),
      approved: reviews.some((r) => r.state === 'approved'),
      calculation: calculation ?? null,
    }
  }

  serve(previewEdit, async ({ body, caller }) => {
    const { hydro } = caller
    const request = await edits.request(caller, body.act, 'act.')
    const effect = await edits.preview(hydro, request, 'preview')
    const change = { add: [{ series: request.row.code, layer: effect.layer }] }
    return previewOf(caller, request.row, request.input, effect, change, body.px)
  })

  serve(previewUndo, async ({ body, caller }) => {
    const { hydro } = caller
    const effect = await edits.previewUndo(hydro, body.act_id)
    const row = (await registry.get(hydro, effect.row.series))!
    refuseMoneySeries(caller, row)
    const span = { from: effect.row.from_t, to: effect.row.to_t }
    return previewOf(caller, row, span, effect, { remove: [body.act_id] }, body.px)
  })

  serve(addAct, async ({ body, caller }) => {
    const request = await edits.request(caller, body.act, 'act.')
    const done = await s.db.tx((c) => edits.addIn(c, caller, request, body.reason, body.version), {
      retry: true,
    })
    history.emit(done.changes)
    return { act: shownEdit(done.row), effect: done.effect, version: done.row.seq }
  })

  serve(undoAct, async ({ body, caller }) => {
    const found = await findEdit(s.db.pool, caller.hydro, body.act_id)
    refuseMoneySeries(caller, found && (await registry.get(caller.hydro, found.series)))
    const done = await s.db.tx((c) => edits.undoIn(c, caller, body.act_id, body.reason ?? null), {
      retry: true,
    })
    history.emit(done.changes)
    return { act: shownEdit(done.row), effect: done.effect, version: done.row.undone_seq! }
  })
}
