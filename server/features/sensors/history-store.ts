import { accountName } from '#server/lib/database.ts'
import type { SensorChange } from '#contract/sensors.ts'
import type { Services } from '#server/lib/services.ts'

interface Row {
  at: number
  actor: string
  name: string | null
  act: string
  noun: 'sensor' | 'position'
  item: string
  item_name: string | null
  before: { body: unknown }[] | null
  after: { effective_from: number | null; effective_to: number | null; body: unknown } | null
  reason: string | null
}

/** Fields of a position that its sensors show among their settings. */
const OF_POSITION: readonly string[] = ['gain', 'offset', 'series']

/**
 * Changes in the settings of the sensors of a kind, or of one: of the sensors themselves, and of the positions that
 * hold their calibration.
 */
export async function sensorHistory(
  s: Services,
  hydro: string,
  { kind, sensor }: { kind?: number; sensor?: string },
): Promise<SensorChange[]> {
  const rows = await s.db.query<Row>(
    `WITH own AS (
       SELECT item_id, body->'target'->>'noun' AS noun, body->'target'->>'id' AS target FROM description
        WHERE hydro_code = $1 AND noun = 'sensor' AND ($2::int IS NULL OR (body->>'kind')::int = $2)
          AND ($3::text IS NULL OR item_id = $3))
     SELECT a.at, a.actor, coalesce(
              ${accountName('a.actor')},
              a.actor_name) AS name,
            a.act, a.noun, a.item, a.item_name, a.before, a.after, a.reason
       FROM audit a
      WHERE a.hydro_code = $1 AND a.act IN ('add', 'update', 'retire')
        AND ((a.noun = 'sensor' AND a.item IN (SELECT item_id FROM own))
          OR (a.noun = 'position' AND a.item IN (SELECT target FROM own WHERE noun = 'position')))
      ORDER BY a.at DESC, a.audit_id DESC LIMIT 500`,
    [hydro, kind ?? null, sensor ?? null],
  )
  return rows
    .map((r): SensorChange => ({
      at: r.at,
      by: r.actor,
      by_name: r.name,
      act: r.act,
      on: r.noun,
      item: r.item,
      name: r.item_name ?? r.item,
      from: r.after?.effective_from ?? null,
      to: r.after?.effective_to ?? null,
      reason: r.reason,
      changes: differences(r.before?.at(-1)?.body, r.after?.body).filter(
        (c) => r.noun === 'sensor' || OF_POSITION.includes(c.field),
      ),
    }))
    .filter((r) => r.on === 'sensor' || r.changes.length > 0)
}

/** Fields that differ between two bodies; null: there was none. */
function differences(before: unknown, after: unknown): SensorChange['changes'] {
  const [a, b] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .map((field) => ({ field, before: a[field] ?? null, after: b[field] ?? null }))
    .filter((c) => JSON.stringify(c.before) !== JSON.stringify(c.after))
}

const fieldsOf = (body: unknown): Record<string, unknown> =>
  body !== null && typeof body === 'object' ? (body as Record<string, unknown>) : {}
