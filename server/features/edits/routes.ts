import type { Preview } from '#contract/calculation.ts'
import { isLogCode } from '#core/calculation/index.ts'
import { PAGE_SIZE } from '#contract/validation.ts'
import { addAct, listActs, previewEdit, readEdits, undoAct } from '#contract/edits.ts'
import { notFound } from '#server/lib/errors.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import type { LayerChange } from '#server/features/history/index.ts'
import type { Acts, Deps } from './acts.ts'
import { bothOf, columnOf, reviewedOf } from './data.ts'
import { refuse } from './make.ts'
import { actsOver, countOver, numberOf, shown, transact } from './store.ts'

/** Years that are looked at in one call. */
const LONGEST = 11 * 366 * 86_400_000

/** What calculation makes of layers that are tried over [from, to] of readings; null: nothing is computed of them. */
export type CalculationOf = (
  hydroCode: string,
  series: string,
  o: { from: number; to: number; px: number; change: LayerChange },
) => Promise<Preview | null>

export function serveActs(
  serve: Serve,
  s: Services,
  { history, registry, calculationOf }: Deps & { calculationOf?: CalculationOf },
  acts: Acts,
): void {
  serve(readEdits, async ({ body, caller }) => {
    const { hydro, language } = caller
    const row = await registry.get(hydro, body.series)
    if (!row) throw notFound(body.series)
    if (body.from > body.to) throw refuse({ language, at: '' }, 'from', 'from_after_to')
    if (body.to - body.from > LONGEST)
      throw refuse({ language, at: '' }, 'to', 'edit_span', { days: 11 * 366 })
    // Before the readings: an act that comes in between is then found to be newer.
    const version = await numberOf(s.db, hydro, row.code)
    const [both, list, reviews] = await Promise.all([
      bothOf(history, hydro, row, body, body.px),
      actsOver(s.db, hydro, row.code, body.from, body.to),
      reviewedOf(s.db, hydro, row.code, body),
    ])
    return {
      series: row.code,
      name: row.name,
      unit: row.unit,
      kind: row.kind,
      step_s: row.step_s,
      editable: row.source !== 'computed' && !isLogCode(row.code),
      from: body.from,
      to: body.to,
      version,
      ...both,
      acts: list.sort((a, b) => a.seq - b.seq).map(shown),
      reviews,
    }
  })

  serve(listActs, async ({ body, caller }) => {
    const series = body.series ?? null
    const page = { size: PAGE_SIZE, number: body.page }
    const [total, list] = await Promise.all([
      countOver(s.db, caller.hydro, series, body.from, body.to),
      actsOver(s.db, caller.hydro, series, body.from, body.to, page),
    ])
    return { total, acts: list.map(shown) }
  })

  serve(previewEdit, async ({ body, caller }) => {
    const { hydro } = caller
    const asked = await acts.asked(caller, body.act, 'act.')
    const { row, input } = asked
    const { layer, before, after, effect } = await acts.try(hydro, asked, 'preview')
    const [from, to] = [effect.from!, effect.to!]
    const approved = (await reviewedOf(s.db, hydro, row.code, input)).some((r) => r.state === 'approved')
    const change = { add: [{ series: row.code, layer }] }
    const calculation = await calculationOf?.(hydro, row.code, { from, to, px: body.px, change })
    return {
      ...effect,
      unit: row.unit,
      kind: row.kind,
      old: columnOf(before, row, input, body.px),
      new: columnOf(after, row, input, body.px),
      approved,
      calculation: calculation ?? null,
    }
  })

  serve(addAct, async ({ body, caller }) => {
    const asked = await acts.asked(caller, body.act, 'act.')
    const done = await transact(s.db, (c) => acts.addIn(c, caller, asked, body.reason, body.version))
    history.emit(done.changes)
    return { act: shown(done.row), effect: done.effect, version: done.row.seq }
  })

  serve(undoAct, async ({ body, caller }) => {
    const done = await transact(s.db, (c) => acts.undoIn(c, caller, body.act_id, body.reason ?? null))
    history.emit(done.changes)
    return { act: shown(done.row), effect: done.effect, version: done.row.undone_seq! }
  })
}
