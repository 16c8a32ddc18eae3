import { BYTE_ORDER_MARK, csvField } from '#core/csv/index.ts'
import { toLocal } from '#core/time/index.ts'
import type { AuditRow } from './across.ts'

function cell(value: string | null): string {
  if (value === null) return ''
  return csvField(value)
}

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

/**
 * First line, with the byte order mark by which spreadsheets recognize UTF-8. The heading of the time column names the
 * zone.
 */
export function heading(zone: string): string {
  const names = [
    `time (${zone})`,
    'instant (UTC)',
    'reservoir',
    'who',
    'account',
    'address',
    'act',
    'what',
    'item',
    'name',
    'before',
    'after',
    'reason',
  ]
  return `${BYTE_ORDER_MARK}${names.join(',')}\r\n`
}

export function lines(rows: readonly AuditRow[], zone: string): string {
  return rows
    .map((r) =>
      [
        toLocal(r.at, zone),
        new Date(r.at).toISOString(),
        r.hydro_code,
        r.actor_name,
        r.actor,
        r.address,
        r.act,
        r.noun,
        r.item,
        r.item_name,
        json(r.before),
        json(r.after),
        r.reason,
      ]
        .map(cell)
        .join(','),
    )
    .map((line) => `${line}\r\n`)
    .join('')
}
