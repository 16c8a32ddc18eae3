/**
 * Whose each table is. plant: keyed by hydro_code first, every query filters by it, distributed over a cluster of
 * machines by it; background jobs are records of these (queue.ts). house: shared by all plants, copied to every machine.
 * system: bookkeeping of the database itself.
 */
type TableKind = 'plant' | 'house' | 'system'

export const TABLES: Readonly<Record<string, TableKind>> = {
  migration: 'system',

  account: 'house',
  role: 'house',
  account_role: 'house',
  account_avatar: 'house',
  password_reset: 'house',
  sign_in_failure: 'house',
  session: 'house',
  refresh_token: 'house',
  ingest_token: 'house',
  wall_screen: 'house',
  audit: 'house',
  installation: 'house',
  province: 'house',
  setup_draft: 'house',

  plant: 'plant',
  description: 'plant',
  file: 'plant',
  table_upload: 'plant',
  gate_log: 'plant',
  shift_entry: 'plant',
  handover: 'plant',
  chart_view: 'plant',
  run: 'plant',
  run_change: 'plant',
  series: 'plant',
  reading: 'plant',
  reading_day: 'plant',
  series_last: 'plant',
  dirty_span: 'plant',
  edit: 'plant',
  edit_count: 'plant',
  review: 'plant',
  pending_span: 'plant',
  history_past: 'plant',
  reading_past: 'plant',
  reading_known: 'plant',
  arrival: 'plant',
  bin_month: 'plant',
  source_clock: 'plant',
  import_job: 'plant',
  import_part: 'plant',
  import_task: 'plant',
  check_span: 'plant',
  check_day: 'plant',
}

/** Former names of our tables: a restore may find and replace them. */
export const FORMER_TABLES = ['mark', 'act', 'act_count', 'pending', 'fired', 'checked']

export function tablesOf(kind: TableKind): string[] {
  return Object.keys(TABLES).filter((name) => TABLES[name] === kind)
}
