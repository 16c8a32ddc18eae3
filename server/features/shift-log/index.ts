import * as sheets from '#contract/handover.ts'
import * as contract from '#contract/shift-log.ts'
import { PAGE_SIZE } from '#contract/validation.ts'
import { holdersOf } from '#server/features/accounts/index.ts'
import { notFound } from '#server/lib/errors.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import type { ContentDeps } from './content.ts'
import { createEntryWriter } from './entries.ts'
import { createHandovers, shownHead } from './handover.ts'
import { listSheets, sheetFor } from './handover-store.ts'
import {
  readDuty,
  readOpenOrders,
  readShiftNames,
  readEntryVersions,
  shownEntry,
  shownVersion,
} from './store.ts'

export { dutyOver } from './store.ts'
export { shiftEntries } from './timeline.ts'

/**
 * The shift log: operators on duty, notes, orders and calls, and the sheets by which shifts are handed over. people: with
 * the clock by which passwords are confirmed, which a demo's typhoon does not speed up.
 */
export function serveShiftLog(serve: Serve, deps: Services & ContentDeps & { people: Services }): void {
  const s: Services = deps
  const { plants } = deps
  const writer = createEntryWriter(s, deps)
  const handovers = createHandovers(s, { ...deps, writer })

  const versionsOf = async (caller: Caller, id: string) => {
    const rows = await readEntryVersions(s.db.pool, caller.hydro, id)
    if (rows.length === 0) throw notFound(id)
    const zone = await plants.zone(caller.hydro)
    return rows.map((r) => shownVersion(r, zone))
  }
  /** The present version of an entry. */
  const entryOf = async (caller: Caller, id: string): Promise<contract.ShiftEntry> => {
    const [row] = await readEntryVersions(s.db.pool, caller.hydro, id)
    return shownEntry(row, await plants.zone(caller.hydro))
  }

  serve(contract.getDuty, async ({ caller }) => {
    const now = s.clock.now()
    const zone = await plants.zone(caller.hydro)
    const [duty, orders, sheet] = await Promise.all([
      readDuty(s.db.pool, caller.hydro, now, 2),
      readOpenOrders(s.db, caller.hydro, now + 1),
      caller.accountId === null ? null : sheetFor(s.db, caller.hydro, caller.accountId),
    ])
    const [current = null, previous = null] = duty.map((r) => shownEntry(r, zone))
    return { now, current, previous, open_orders: orders.map((r) => shownEntry(r, zone)), sheet }
  })

  serve(contract.listDutyPeople, async ({ caller }) => {
    const [people, shifts] = await Promise.all([
      holdersOf(s.db, caller.hydro, 'log.update'),
      readShiftNames(s.db, caller.hydro),
    ])
    return { people, shifts }
  })

  serve(contract.changeOperator, async ({ body, caller }) =>
    entryOf(caller, await writer.changeOperator(caller, body)),
  )

  serve(contract.addShiftEntry, async ({ body: { kind, ...given }, caller }) =>
    entryOf(caller, await writer.add(caller, kind, given)),
  )

  serve(contract.correctShiftEntry, async ({ body, caller }) => {
    await writer.correct(caller, body)
    return entryOf(caller, body.entry_id)
  })

  serve(contract.stepShiftOrder, async ({ body, caller }) => {
    await writer.step(caller, body)
    return entryOf(caller, body.entry_id)
  })

  serve(contract.withdrawShiftEntry, async ({ body, caller }) => {
    await writer.withdraw(caller, body.entry_id, body.version, body.why)
    return null
  })

  serve(contract.getShiftEntry, ({ params, caller }) => versionsOf(caller, params.id))

  serve(sheets.listHandovers, async ({ query: { page }, caller }) => {
    const rows = await listSheets(s.db, caller.hydro, PAGE_SIZE, (page - 1) * PAGE_SIZE)
    return { sheets: rows.map(shownHead), total: rows[0]?.n ?? 0, page, page_size: PAGE_SIZE }
  })

  serve(sheets.getHandover, ({ params, caller }) => handovers.found(caller.hydro, params.id))
  serve(sheets.draftHandover, ({ body, caller }) => handovers.draft(caller, body))
  serve(sheets.saveHandover, ({ body, caller }) => handovers.save(caller, body))
  serve(sheets.signHandover, ({ body, caller }) => handovers.sign(caller, body))
  serve(sheets.acceptHandover, ({ body, caller }) => handovers.accept(caller, body))
  serve(sheets.reopenHandover, ({ body, caller }) => handovers.reopen(caller, body))
  serve(sheets.discardHandover, async ({ body, caller }) => {
    await handovers.discard(caller, body)
    return null
  })
}
