/**
 * Whose each table is, and where its rows are in a cluster of machines.
 * plant: keyed by hydro_code first, every query filters by it, distributed by it; background jobs are records of these
 * (queue.ts).
 * reference: shared by all plants, seldom written, named beside rows of plants; copied to every machine.
 * local: shared by all plants, written often, never in one statement with a table of plants; on the coordinator only.
 * system: bookkeeping of the database itself, on the coordinator too.
 */
type TableKind = 'plant' | 'reference' | 'local' | 'system'

export const TABLES: Readonly<Record<string, TableKind>> = {
  migration: 'system',

  account: 'reference',
  role: 'reference',
  account_role: 'reference',
  province: 'reference',

  account_avatar: 'local',
  password_reset: 'local',
  sign_in_failure: 'local',
  session: 'local',
  refresh_token: 'local',
  // Both note when they were last used.
  ingest_token: 'local',
  wall_screen: 'local',
  installation: 'local',
  lease: 'local',
  notice: 'local',
  setup_draft: 'local',

  // Grows for ever and is written with every act: an act and its record are committed on one machine.
  audit: 'plant',
  plant: 'plant',
  description: 'plant',
  file: 'plant',
  table_upload: 'plant',
  gate_log: 'plant',
  output_entry: 'plant',
  output_plan: 'plant',
  output_plan_change: 'plant',
  shift_entry: 'plant',
  handover: 'plant',
  chart_view: 'plant',
  report_sheet: 'plant',
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
  report_job: 'plant',
  report_file_part: 'plant',
  report_schedule: 'plant',
  report_issue: 'plant',
  weather_issue: 'plant',
  weather_source: 'plant',
}

/** Former names of our tables: a restore may find and replace them. */
export const FORMER_TABLES = ['mark', 'act', 'act_count', 'pending', 'fired', 'checked']

export function tablesOf(kind: TableKind): string[] {
  return Object.keys(TABLES).filter((name) => TABLES[name] === kind)
}
