import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { localTime } from './fields.ts'
import { id, line, page, reason, reservoir, search } from './validation.ts'

export const auditRecord = z.object({
  audit_id: z.string(),
  at: z.string(),
  hydro_code: z.string().nullable(),
  /** account id, `token:<id>`, `system` or `nobody` */
  actor: z.string(),
  /** User name or token name at the time. */
  actor_name: z.string().nullable(),
  address: z.string().nullable(),
  act: z.string(),
  noun: z.string(),
  item: z.string().nullable(),
  /** Name of the item at the time, where it has one. */
  item_name: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.string().nullable(),
})
export type AuditRecord = z.infer<typeof auditRecord>

const word = line(100)

const filter = {
  /** Local time of the plant; from is included, to is excluded. */
  from: localTime.optional(),
  to: localTime.optional(),
  /** Account id, or part of a user name. */
  actor: search.optional(),
  act: word.optional(),
  noun: word.optional(),
  item: word.optional(),
  hydro_code: reservoir.optional(),
  /** Text in names, items, reasons and changes. */
  search: search.optional(),
}
export const auditFilter = z.object(filter)

export const listAudit = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/audit/getall',
  access: 'audit.view',
  reads: ['audit'],
  anyReservoir: true,
  hidesSeries: true,
  summary:
    'Actions and sign-ins, newest first, 25 a page: at the caller’s reservoirs, or everywhere for a caller with a role at all of them.',
  query: z.object({ ...filter, page: page.default(1) }),
  data: z.object({
    records: z.array(auditRecord),
    total: z.number(),
    page: z.number(),
    page_size: z.number(),
  }),
})

export const getAuditOptions = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/audit/options',
  access: 'audit.view',
  reads: ['audit'],
  anyReservoir: true,
  summary: 'The actions and nouns that occur in the log, as choices of the filter.',
  data: z.object({ acts: z.array(z.string()), nouns: z.array(z.string()) }),
})

export const exportAudit = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/audit/export',
  access: 'audit.view',
  anyReservoir: true,
  hidesSeries: true,
  large: true,
  summary: 'The filtered log as CSV (UTF-8), times in the plant’s zone.',
  query: auditFilter,
  answer: 'binary',
  data: z.null(),
})

export const remarkAudit = endpoint({
  base: 'main',
  method: 'POST',
  path: '/v1/audit/remark',
  access: 'audit.update',
  changes: ['audit'],
  anyReservoir: true,
  hidesSeries: true,
  summary: 'Adds a remark to a record, as a record of its own; records are never changed.',
  status: 201,
  body: z.strictObject({
    audit_id: id,
    reason: reason.refine((v) => v !== null, { error: 'required' }),
  }),
  data: auditRecord,
})
