import { Readable } from 'node:stream'
import { can, type Permission } from '#core/access/index.ts'
import { fromLocal, toLocal } from '#core/time/index.ts'
import * as contract from '#contract/audit.ts'
import { PAGE_SIZE } from '#contract/validation.ts'
import { notFound, refuseField } from '#server/lib/errors.ts'
import { resetOnFailure } from '#server/lib/reset.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { heading, lines } from './csv.ts'
import { record } from './record-store.ts'
import {
  countAll,
  findRecord,
  reservoirGrantsOf,
  readAll,
  readPage,
  words,
  type Filter,
  type AuditReach,
  type AuditRow,
} from './across.ts'

interface AuditQuery extends Omit<Filter, 'from' | 'to'> {
  from?: string
  to?: string
}

const shown = (row: AuditRow) => ({ ...row, at: new Date(row.at).toISOString() })

interface Zones {
  /** IANA zone of a plant. */
  zone(hydroCode: string): Promise<string>
}

/** The audit log, for administrators: filtered, paged and exported, never changed. */
export function serveAudit(serve: Serve, s: Services & { plants: Zones }): void {
  async function reachOf(caller: Caller): Promise<AuditReach> {
    const grants = await reservoirGrantsOf(s, caller.accountId!)
    const own = [caller.hydro].filter((code) => code !== '')
    const where = (permission: Permission) => {
      const codes = grants.filter((g) => can(g.permissions, permission)).map((g) => g.hydro_code)
      return codes.includes('*') ? null : codes
    }
    const records = where('audit.view')
    const prices = where('price')
    return {
      // An expert account reads the log of the reservoir of the call, whatever its role there.
      records: records?.length === 0 ? own : records,
      prices: prices && can(caller.permissions, 'price') ? [...prices, ...own] : prices,
    }
  }

  /** The zone of the reservoir; without one, that of new reservoirs. */
  const zone = (caller: Caller) =>
    caller.hydro === '' ? Promise.resolve(s.config.plantTimeZone) : s.plants.zone(caller.hydro)

  async function filterOf(caller: Caller, request: AuditQuery): Promise<Filter> {
    const at = await zone(caller)
    const instant = (path: 'from' | 'to') => {
      const value = request[path]
      if (value === undefined) return undefined
      const t = fromLocal(value, at)
      if (t !== null) return t
      throw refuseField(caller.language, path, 'invalid_time', { value })
    }
    const [from, to] = [instant('from'), instant('to')]
    if (from !== undefined && to !== undefined && from >= to)
      throw refuseField(caller.language, 'from', 'from_after_to', {}, { as: 'invalid_range' })
    return { ...request, from, to }
  }

  serve(contract.listAudit, async ({ query: { page, ...request }, caller }) => {
    const [reach, filter] = await Promise.all([reachOf(caller), filterOf(caller, request)])
    const [rows, total] = await Promise.all([
      readPage(s, reach, filter, PAGE_SIZE, (page - 1) * PAGE_SIZE),
      countAll(s, reach, filter),
    ])
    return { records: rows.map(shown), total, page, page_size: PAGE_SIZE }
  })

  serve(contract.getAuditOptions, async ({ caller }) => words(s, await reachOf(caller)))

  serve(contract.exportAudit, async ({ query, caller, reply }) => {
    const [reach, filter, at] = await Promise.all([reachOf(caller), filterOf(caller, query), zone(caller)])
    const now = s.clock.now()
    // Records written from here on are left out, the export itself too. By the newest there is and not by the clock: in a
    // demo they may be ahead of it.
    const newest = (await readPage(s, reach, filter, 1, 0)).at(0)?.at ?? 0
    const own = await record(s.db.pool, now, caller, { act: 'export', noun: 'audit', after: query })
    async function* csv() {
      yield heading(at)
      for await (const rows of readAll(s, reach, {
        ...filter,
        to: Math.min(filter.to ?? Infinity, newest + 1),
      }))
        yield lines(
          rows.filter((row) => row.audit_id !== own),
          at,
        )
    }
    const name = `audit-${toLocal(now, at).replace(/[: ]/g, '-')}.csv`
    await reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(resetOnFailure(Readable.from(csv()), reply))
    return null
  })

  serve(contract.remarkAudit, async ({ body, caller }) => {
    const reach = await reachOf(caller)
    const about = await findRecord(s, reach, body.audit_id)
    if (!about) throw notFound(body.audit_id)
    const id = await record(
      s.db.pool,
      s.clock.now(),
      { actor: caller.actor, address: caller.address, hydro: about.hydro_code },
      { act: 'remark', noun: 'audit', item: about.audit_id, itemName: about.act, reason: body.reason },
    )
    return shown((await findRecord(s, { records: null, prices: null }, id))!)
  })
}
