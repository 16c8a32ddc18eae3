import type { LogEntry } from '#contract/gate-log.ts'
import { BYTE_ORDER_MARK, csvField } from '#core/csv/index.ts'
import { toLocal } from '#core/time/index.ts'

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  return csvField(value)
}

/** The log as CSV, with the byte order mark by which spreadsheets recognize UTF-8. */
export function gateLogCsv(entries: readonly LogEntry[], zone: string): string {
  const names = [
    `time (${zone})`,
    'instant (UTC)',
    'gate or unit',
    'id',
    'from',
    'to',
    'unit',
    'order',
    'carried out by',
    'reason',
    'source',
    `seen by the sensor (${zone})`,
    'recorded by',
    `recorded (${zone})`,
  ]
  const local = (t: number | null) => (t === null ? null : toLocal(t, zone))
  const lines = entries.map((e) => [
    e.date_string,
    new Date(e.t).toISOString(),
    e.object_name,
    e.object_id,
    e.from,
    e.to,
    e.unit,
    e.order_no,
    e.performed_by,
    e.reason,
    e.source,
    local(e.seen_at),
    e.recorded_by_name ?? e.recorded_by,
    local(e.recorded_at),
  ])
  return `${BYTE_ORDER_MARK}${[names, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`
}
