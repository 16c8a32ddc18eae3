import { WHOLE_RECORD, statesOver } from '#core/edits/index.ts'
import { acceptPending, listPending as listPendingCall, listReviews, setReview } from '#contract/edits.ts'
import { record } from '#server/features/audit/index.ts'
import { INSTANTS_SPAN, type Calculation } from '#server/features/calculation/index.ts'
import { forbidden, notFound, unprocessable } from '#server/lib/errors.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { mayApprove, type EditDeps } from './edits.ts'
import { OLDEST_EDIT, refuse } from './build-layer.ts'
import {
  findPending,
  listPending,
  release,
  settlePending,
  shownPending,
  type PendingRecord,
} from './pending-store.ts'
import { anyApproved, insertReview, listOf, reviewsOf, shownReview } from './review-store.ts'
import { nextNumber } from './store.ts'

export type ReviewDeps = EditDeps & { calculation: Pick<Calculation, 'recompute' | 'touch'> }

export function serveReviews(
  serve: Serve,
  s: Services,
  { history, registry, calculation }: ReviewDeps,
): void {
  const checkSpan = (caller: Caller, span: { from: number; to: number }) => {
    const a = { language: caller.language, at: '' }
    if (span.from > span.to) throw refuse(a, 'from', 'from_after_to')
    if (span.from < OLDEST_EDIT) throw refuse(a, 'from', 'too_old')
    if (span.to > s.clock.now()) throw refuse(a, 'to', 'not_yet')
  }

  serve(listReviews, async ({ body, caller }) => {
    if (body.from > body.to) throw refuse({ language: caller.language, at: '' }, 'from', 'from_after_to')
    const series = body.series ?? WHOLE_RECORD
    const [holds, rows] = await Promise.all([
      reviewsOf(s.db.pool, caller.hydro, series, body),
      listOf(s.db, caller.hydro, series, body),
    ])
    return { spans: statesOver(holds, body), reviews: rows.map(shownReview) }
  })

  serve(setReview, async ({ body, caller }) => {
    const { hydro } = caller
    checkSpan(caller, body)
    const series = body.series ?? WHOLE_RECORD
    if (series !== WHOLE_RECORD && !(await registry.get(hydro, series))) throw notFound(series)
    const now = s.clock.now()
    const note = body.note ?? null
    let opened = false
    const row = await s.db.tx(
      async (c) => {
        const seq = await nextNumber(c, hydro, WHOLE_RECORD)
        const before = statesOver(await reviewsOf(c, hydro, series, body), body)
        const approving = body.state === 'approved' || (await anyApproved(c, hydro, series, body))
        if (approving && !mayApprove(caller)) throw forbidden('review_approve')
        if (before.every((b) => b.state === body.state)) throw unprocessable('review_same')
        const made = await insertReview(c, hydro, { ...body, series, note, seq, at: now, by: caller.actor })
        if (series === WHOLE_RECORD && body.state !== 'approved') {
          const spans = await release(c, hydro, body, { at: now, by: caller.actor, note })
          opened = spans.length > 0
          await history.markDirty(
            hydro,
            ['calc'],
            spans.map((x) => ({ series: INSTANTS_SPAN, ...x })),
            c,
          )
        }
        await record(c, now, caller, {
          act: 'review',
          noun: 'review',
          item: made.review_id,
          itemName: series,
          before: before.map(({ from, to, state }) => ({ from: iso(from), to: iso(to), state })),
          after: { from: iso(body.from), to: iso(body.to), state: body.state },
          reason: note,
        })
        return made
      },
      { retry: true },
    )
    if (opened) calculation.touch(caller.hydro)
    return shownReview(row)
  })

  serve(listPendingCall, async ({ body, caller }) =>
    (await listPending(s.db, caller.hydro, body.accepted)).map(shownPending),
  )

  serve(acceptPending, async ({ body, caller }) => {
    const { hydro } = caller
    const accepted: PendingRecord[] = []
    let steps = 0
    for (const id of new Set(body.pending_ids)) {
      if (!(await findPending(s.db.pool, hydro, id))) throw notFound(id)
    }
    for (const id of new Set(body.pending_ids)) {
      const done = await accept(caller, id, body.note ?? null)
      steps += done.steps
      if (done.row) accepted.push(done.row)
    }
    return { accepted: accepted.map(shownPending), steps }
  })

  /** Computes a span and removes it from the list; repeated when more became pending in it meanwhile. */
  const accept = async (caller: Caller, id: string, note: string | null) => {
    const { hydro } = caller
    let steps = 0
    for (;;) {
      const row = await findPending(s.db.pool, hydro, id)
      // Accepted by somebody else, or by now part of another span, which stays on the list.
      if (!row || row.accepted_at !== null) return { row: row?.accepted_at ? row : null, steps }
      steps = await calculation.recompute(hydro, row.from_t, row.to_t, caller.actor, { accepted: true })
      const now = s.clock.now()
      const settled = await s.db.tx(
        async (c) => {
          const done = await settlePending(c, hydro, row, { at: now, by: caller.actor, note })
          if (done)
            await record(c, now, caller, {
              act: 'accept',
              noun: 'pending',
              item: id,
              after: { from: iso(row.from_t), to: iso(row.to_t), why: row.why, steps },
              reason: note,
            })
          return done
        },
        { retry: true },
      )
      if (settled) return { row: settled, steps }
    }
  }
}

const iso = (t: number) => new Date(t).toISOString()
