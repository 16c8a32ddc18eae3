import type { Database, Sql } from '#server/lib/database.ts'
import { makeId } from '#server/lib/ids.ts'
import {
  lastOf,
  packIssue,
  sha256,
  unpackIssue,
  type Issue,
  type IssueContent,
  type IssueHead,
  type IssueKind,
} from './issue.ts'

/** How a reservoir's provider is asked. */
export interface SourceSettings {
  address: string
  ensemble_address: string
  previous_address: string
  models: string[]
  ensemble_models: string[]
  every_hours: number
}

export interface StoredProblem {
  code: string
  params: Record<string, string | number>
}

export interface ProviderRow {
  enabled: boolean
  settings: SourceSettings
  key_sealed: string | null
  version: number
  tried_at: number | null
  succeeded_at: number | null
  failing_since: number | null
  failures: number
  problem: StoredProblem | null
  also_problem: StoredProblem | null
  not_before: number | null
  due_at: number
  /** When the provider last gave a model, epoch ms, by `confirmedKey`. */
  confirmed: Record<string, number>
}

export const confirmedKey = (kind: IssueKind, model: string) => `${kind} ${model}`

/** The one provider of a reservoir. */
const SOURCE_ID = 'open-meteo'

export const SOURCE_JOBS = {
  name: 'weather',
  table: 'weather_source',
  id: 'source_id',
  waiting: 'enabled',
}

const SOURCE_COLUMNS = `enabled, settings, key_sealed, version, tried_at, succeeded_at, failing_since, failures, problem,
  also_problem, not_before, due_at, confirmed`

/** The provider of a reservoir; lock: locked until the transaction ends. */
export async function readSource(db: Sql, hydro: string, lock = false): Promise<ProviderRow | null> {
  const { rows } = await db.query<ProviderRow>(
    `SELECT ${SOURCE_COLUMNS} FROM weather_source WHERE hydro_code = $1 AND source_id = $2 ${lock ? 'FOR UPDATE' : ''}`,
    [hydro, SOURCE_ID],
  )
  return rows[0] ?? null
}

/**
 * Sets how the provider is asked, from now on; what came of it before is forgotten. Returns whether the version was
 * still the expected one.
 */
export async function putSource(
  c: Sql,
  hydro: string,
  source: { enabled: boolean; settings: SourceSettings; keySealed: string | null; expected: number },
  actor: string,
  now: number,
): Promise<boolean> {
  const { rows } = await c.query<{ version: number }>(
    `INSERT INTO weather_source (hydro_code, source_id, enabled, settings, key_sealed, version, changed_at, changed_by, due_at)
     VALUES ($1, $2, $3, $4, $5, 1, $6, $7, 0)
     ON CONFLICT (hydro_code, source_id) DO UPDATE
       SET enabled = excluded.enabled, settings = excluded.settings, key_sealed = excluded.key_sealed,
           version = weather_source.version + 1, changed_at = excluded.changed_at, changed_by = excluded.changed_by,
           tried_at = NULL, failing_since = NULL, failures = 0, problem = NULL, also_problem = NULL, not_before = NULL,
           due_at = 0
       WHERE weather_source.version = $8
     RETURNING version`,
    [
      hydro,
      SOURCE_ID,
      source.enabled,
      JSON.stringify(source.settings),
      source.keySealed,
      now,
      actor,
      source.expected,
    ],
  )
  return rows.length > 0 && (rows[0].version > 1 || source.expected === 0)
}

/** What came of asking, unless somebody changed the settings meanwhile. */
export async function noteTry(
  c: Sql,
  hydro: string,
  version: number,
  tried: {
    at: number
    problem: StoredProblem | null
    also: StoredProblem | null
    failingSince: number | null
    failures: number
    notBefore: number | null
    due: number
    /** Models that it gave, by `confirmedKey`. */
    given?: readonly string[]
  },
): Promise<void> {
  await c.query(
    `UPDATE weather_source
        SET tried_at = $4, problem = $5, also_problem = $6, failing_since = $7, failures = $8, not_before = $9,
            due_at = $10, confirmed = confirmed || $11, succeeded_at = CASE WHEN $5::jsonb IS NULL THEN $4 ELSE succeeded_at END
      WHERE hydro_code = $1 AND source_id = $2 AND version = $3`,
    [
      hydro,
      SOURCE_ID,
      version,
      tried.at,
      tried.problem && JSON.stringify(tried.problem),
      tried.also && JSON.stringify(tried.also),
      tried.failingSince,
      tried.failures,
      tried.notBefore,
      tried.due,
      JSON.stringify(Object.fromEntries((tried.given ?? []).map((key) => [key, tried.at]))),
    ],
  )
}

/** Makes the provider due at an instant. */
export async function makeDue(db: Sql, hydro: string, at: number): Promise<void> {
  await db.query('UPDATE weather_source SET due_at = $3 WHERE hydro_code = $1 AND source_id = $2', [
    hydro,
    SOURCE_ID,
    at,
  ])
}

interface IssueRow {
  issue_id: string
  source: string
  model: string
  kind: IssueKind
  lead_days: number
  run_at: number | null
  received_at: number
  digest: string
  bytes: Buffer
}

const ISSUE_COLUMNS = 'issue_id, source, model, kind, lead_days, run_at, received_at, digest, bytes'

const issueOf = (r: IssueRow): Issue => ({
  id: r.issue_id,
  source: r.source,
  model: r.model,
  kind: r.kind,
  leadDays: r.lead_days,
  runAt: r.run_at,
  receivedAt: r.received_at,
  digest: r.digest,
  ...unpackIssue(r.bytes),
})

/**
 * Adds an issue to the archive. Where the latest of its source, model and kind, of the same run if one is stated, has the
 * same content, nothing is added and its id is returned. Issues are never changed.
 */
export async function addIssue(
  c: Sql,
  hydro: string,
  head: IssueHead,
  issue: IssueContent,
  by: { actor: string; now: number; fileId?: string | null },
): Promise<{ id: string; added: boolean }> {
  const bytes = packIssue(issue)
  const content = sha256(bytes)
  const { rows } = await c.query<{ issue_id: string; content: string; run_at: number | null }>(
    `SELECT issue_id, content, run_at FROM weather_issue
      WHERE hydro_code = $1 AND kind = $2 AND source = $3 AND model = $4 AND lead_days = $5
        AND ($6::bigint IS NULL OR run_at = $6)
      ORDER BY received_at DESC, issue_id DESC LIMIT 1`,
    [hydro, head.kind, head.source, head.model, head.leadDays, head.runAt],
  )
  if (rows[0]?.content === content && rows[0].run_at === head.runAt)
    return { id: rows[0].issue_id, added: false }
  const id = makeId('wi', by.now)
  await c.query(
    `INSERT INTO weather_issue (hydro_code, issue_id, source, model, kind, lead_days, run_at, received_at, from_t, to_t,
                                digest, content, bytes, file_id, recorded_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      hydro,
      id,
      head.source,
      head.model,
      head.kind,
      head.leadDays,
      head.runAt,
      by.now,
      issue.first,
      lastOf(issue),
      head.digest,
      content,
      bytes,
      by.fileId ?? null,
      by.actor,
    ],
  )
  return { id, added: true }
}

/**
 * The latest issue of each source, model and kind of those received in (since, until]; model: only of that one. The
 * latest is that of the latest run, of equal runs the one received last: packets come late and are sent again. Where the
 * one received last does not state its run, it is the latest. Forecasts and ensembles; what was said on earlier days is read by `readPrevious`.
 */
export async function readLatest(
  db: Database,
  hydro: string,
  o: { since: number; until: number; model?: string },
): Promise<Issue[]> {
  const rows = await db.query<IssueRow>(
    `SELECT DISTINCT ON (kind, source, model) ${ISSUE_COLUMNS}
       FROM (SELECT ${ISSUE_COLUMNS},
                    first_value(run_at) OVER (PARTITION BY kind, source, model
                                              ORDER BY received_at DESC, issue_id DESC) AS last_run
               FROM weather_issue
              WHERE hydro_code = $1 AND kind <> 'previous' AND received_at > $2 AND received_at <= $3
                AND ($4::text IS NULL OR model = $4)) AS i
      ORDER BY kind, source, model, (CASE WHEN last_run IS NOT NULL THEN run_at END) DESC NULLS LAST,
               received_at DESC, issue_id DESC`,
    [hydro, o.since, o.until, o.model ?? null],
  )
  return rows.map(issueOf)
}

/** What a model said of each hour so many days before, one issue for each number of days; the newest of each. */
export async function readPrevious(db: Database, hydro: string, model: string): Promise<Issue[]> {
  const rows = await db.query<IssueRow>(
    `SELECT DISTINCT ON (source, lead_days) ${ISSUE_COLUMNS} FROM weather_issue
      WHERE hydro_code = $1 AND kind = 'previous' AND model = $2
      ORDER BY source, lead_days, received_at DESC, issue_id DESC`,
    [hydro, model],
  )
  return rows.map(issueOf)
}

/** Models of a source whose earlier runs the archive has. */
export async function modelsWithPrevious(db: Sql, hydro: string, source: string): Promise<Set<string>> {
  const { rows } = await db.query<{ model: string }>(
    `SELECT DISTINCT model FROM weather_issue WHERE hydro_code = $1 AND kind = 'previous' AND source = $2`,
    [hydro, source],
  )
  return new Set(rows.map((r) => r.model))
}

/**
 * Models of a source of which issues were received since an instant. Others who add models wait until the transaction
 * ends.
 */
export async function modelsOfSource(
  c: Sql,
  hydro: string,
  source: string,
  since: number,
): Promise<string[]> {
  await c.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`weather models ${hydro}`])
  const { rows } = await c.query<{ model: string }>(
    `SELECT DISTINCT model FROM weather_issue
      WHERE hydro_code = $1 AND source = $2 AND kind <> 'previous' AND received_at > $3`,
    [hydro, source, since],
  )
  return rows.map((r) => r.model)
}

/** How much the archive holds. */
export async function archiveSize(
  db: Database,
  hydro: string,
): Promise<{ issues: number; bytes: number; since: number | null }> {
  const [row] = await db.query<{ issues: number; bytes: number; since: number | null }>(
    `SELECT count(*)::int AS issues, coalesce(sum(octet_length(bytes)), 0)::bigint AS bytes, min(received_at) AS since
       FROM weather_issue WHERE hydro_code = $1`,
    [hydro],
  )
  return row
}
