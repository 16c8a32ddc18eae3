import { factsOf } from '#server/features/plants/index.ts'
import { DAY, toLocal } from '#core/time/index.ts'
import { PREVIEW_DAYS, previewDifference } from '#contract/preview.ts'
import type { FieldError } from '#contract/envelope.ts'
import { text, type MessageCode } from '#contract/messages.ts'
import { seesMoney } from '#server/features/price/index.ts'
import { badFields } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { describeDraft, type TableDrafts } from './draft.ts'
import { zoneOf } from './instants.ts'
import { preview, type PreviewDeps } from './preview.ts'
import { firstReading } from './runs/store.ts'

/** Previews the effect of a change on a span. */
export function servePreview(serve: Serve, deps: Services & PreviewDeps & { tables: TableDrafts }): void {
  const s: Services = deps
  serve(previewDifference, async ({ body, caller }) => {
    const { hydro, language } = caller
    const d = await deps.plants.fresh(hydro)
    const now = s.clock.now()
    const zone = zoneOf(d, now)
    const [from, to] = [instantOf(body.from, zone, 'from'), instantOf(body.to, zone, 'to')]
    const first = await firstReading(s.db.pool, hydro)
    const errors: FieldError[] = []
    const report = (path: string, code: MessageCode, params: Record<string, string | number> = {}) =>
      errors.push({ path, code, message: text(code, language, params) })
    if (from > to) report('from', 'from_after_to')
    else if (to - from > PREVIEW_DAYS * DAY) report('from', 'span_too_long', { days: PREVIEW_DAYS })
    if (from > now) report('from', 'not_yet')
    if (first !== null && to < first) report('to', 'before_first_reading', { first: toLocal(first, zone) })
    if (errors.length > 0) throw badFields(errors)
    const facts = factsOf(await deps.readings.registry.list(hydro))
    const description = await describeDraft(d, body.changes, {
      caller,
      zone,
      now,
      ...facts,
      tables: deps.tables,
    })
    return preview(s, deps, hydro, { from, to, px: body.px, description, money: seesMoney(caller) })
  })
}
