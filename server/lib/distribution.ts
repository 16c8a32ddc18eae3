import type pg from 'pg'
import { TABLES } from './tables.ts'

/** How the Citus extension holds a table. local: on the coordinator, but known to the other machines too. */
export type Holding =
  { as: 'distributed'; by: string | null; group: number } | { as: 'reference' } | { as: 'local' }

export interface TableState {
  name: string
  /** Tables that its foreign keys lead to. */
  parents: readonly string[]
  /** Bytes of rows on the coordinator that are not in a shard. */
  ownBytes: number
  /** null: a table like any other. */
  held: Holding | null
}

interface ClusterState {
  tables: readonly TableState[]
  /** Whether machines are registered, and the coordinator is not one of them. */
  coordinatorMissing: boolean
}

interface Step {
  table: string
  sql: string
}

export interface DistributionPlan {
  /** Tables that are where they belong. */
  done: string[]
  /** In an order that Citus takes; each leaves the database usable, and the others for the next run. */
  steps: Step[]
  /** What a person has to decide. Nothing may be run while there is any. */
  problems: string[]
}

const COLUMN = 'hydro_code'

/** The first table that is distributed; the others share its shards, so that a reservoir is whole on one machine. */
const FIRST = 'plant'

/**
 * What brings the tables of a database to where `TABLES` says, from how they are held now. Tables that it does not list
 * are left alone. Reference tables come first, each after those that its foreign keys lead to: Citus takes the tables
 * of the coordinator that refer to one into its metadata by itself.
 */
export function planDistribution(state: ClusterState, kinds = TABLES): DistributionPlan {
  const plan: DistributionPlan = { done: [], steps: [], problems: [] }
  if (state.coordinatorMissing)
    plan.problems.push(
      "the coordinator is not registered, and tables on it refer to reference tables: SELECT citus_set_coordinator_host('<its address>', <its port>)",
    )
  const ours = state.tables.filter(({ name }) => kinds[name] !== undefined)
  const of = (kind: string) => ours.filter(({ name }) => kinds[name] === kind)

  for (const { name, held } of parentsFirst(of('reference'))) {
    if (held?.as === 'reference') plan.done.push(name)
    else if (held?.as === 'distributed') plan.problems.push(wrong(name, held, 'a reference table'))
    else plan.steps.push({ table: name, sql: `SELECT create_reference_table('public.${name}')` })
  }

  const plants = of('plant').sort((a, b) => Number(b.name === FIRST) - Number(a.name === FIRST))
  const first = plants.find(({ name }) => name === FIRST)?.held
  const group = first?.as === 'distributed' ? first.group : null
  for (const { name, held, ownBytes } of plants) {
    const drop = `SELECT truncate_local_data_after_distributing_table('public.${name}')`
    if (held?.as === 'distributed' && held.by === COLUMN && held.group === group) {
      if (ownBytes > 0) plan.steps.push({ table: name, sql: drop })
      else plan.done.push(name)
    } else if (held !== null && held.as !== 'local')
      plan.problems.push(wrong(name, held, `distributed by ${COLUMN} together with ${FIRST}`))
    else {
      const beside = name === FIRST ? 'none' : `public.${FIRST}`
      plan.steps.push({
        table: name,
        sql: `SELECT create_distributed_table('public.${name}', '${COLUMN}', colocate_with => '${beside}')`,
      })
      // The rows are in the shards now; those that were copied would stay on the coordinator's disk.
      if (ownBytes > 0) plan.steps.push({ table: name, sql: drop })
    }
  }

  for (const { name, held } of [...of('local'), ...of('system')])
    if (held === null || held.as === 'local') plan.done.push(name)
    else plan.problems.push(wrong(name, held, 'a table of the coordinator'))
  return plan
}

function wrong(name: string, held: Holding, instead: string): string {
  const present = held.as === 'distributed' ? `distributed by ${held.by ?? 'no column'}` : 'a reference table'
  return `${name} is ${present} and has to be ${instead}: SELECT undistribute_table('public.${name}', cascade_via_foreign_keys => true), then run this again`
}

function parentsFirst(tables: readonly TableState[]): TableState[] {
  const ordered = new Set<TableState>()
  const visit = (table: TableState, path: readonly string[]) => {
    if (path.includes(table.name)) throw new Error(`foreign keys lead in a circle: ${path.join(', ')}`)
    for (const parent of table.parents) {
      const found = tables.find(({ name }) => name === parent && name !== table.name)
      if (found) visit(found, [...path, table.name])
    }
    ordered.add(table)
  }
  for (const table of tables) visit(table, [])
  return [...ordered]
}

/** How the tables are held; null where the database lacks the Citus extension. */
export async function readClusterState(client: pg.ClientBase): Promise<ClusterState | null> {
  const [{ there }] = (
    await client.query<{ there: boolean }>("SELECT to_regclass('pg_dist_partition') IS NOT NULL AS there")
  ).rows
  if (!there) return null
  const { rows } = await client.query<{
    name: string
    parents: string[]
    bytes: number
    method: string | null
    model: string | null
    group: number | null
    column: string | null
  }>(
    `SELECT c.relname AS name, pg_relation_size(c.oid)::float8 AS bytes,
            array(SELECT p.relname::text FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid
                   WHERE f.contype = 'f' AND f.conrelid = c.oid ORDER BY 1) AS parents,
            d.partmethod::text AS method, d.repmodel::text AS model, d.colocationid::int AS group,
            CASE WHEN d.partkey IS NOT NULL THEN column_to_column_name(d.logicalrelid, d.partkey) END AS column
       FROM pg_class c
       LEFT JOIN pg_dist_partition d ON d.logicalrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname = ANY ($1)
      ORDER BY c.relname`,
    [Object.keys(TABLES)],
  )
  const [nodes] = (
    await client.query<{ all: number; coordinators: number }>(
      'SELECT count(*)::int AS all, (count(*) FILTER (WHERE groupid = 0))::int AS coordinators FROM pg_dist_node',
    )
  ).rows
  return {
    coordinatorMissing: nodes.all > 0 && nodes.coordinators === 0,
    tables: rows.map(({ name, parents, bytes, method, model, group, column }) => ({
      name,
      parents,
      ownBytes: bytes,
      held: holding(method, model, group, column),
    })),
  }
}

/** From pg_dist_partition: 'h' by hash, 'n' without a column: copied everywhere ('t') or on one machine. */
function holding(
  method: string | null,
  model: string | null,
  group: number | null,
  column: string | null,
): Holding | null {
  if (method === null) return null
  if (method === 'n' && model === 't') return { as: 'reference' }
  if (method === 'n' && !group) return { as: 'local' }
  return { as: 'distributed', by: column, group: group ?? 0 }
}

/** Whether the tables of plants have been distributed, all or some of them. */
export const isDistributed = (state: ClusterState | null): boolean =>
  state?.tables.some(({ name, held }) => TABLES[name] === 'plant' && held?.as === 'distributed') ?? false

/**
 * Runs the steps of a plan, each by itself, while the lock lasts. @throws Error with the statement that failed; those
 * before it stay
 */
export async function runSteps(
  client: pg.ClientBase,
  plan: DistributionPlan,
  lock: { check(): Promise<void> },
  tell: (step: Step) => void,
): Promise<void> {
  for (const step of plan.steps) {
    await lock.check()
    try {
      await client.query(step.sql)
    } catch (error) {
      const { message, hint } = error as pg.DatabaseError
      throw new Error(`${step.sql}: ${message}${hint ? ` (${hint})` : ''}`, { cause: error })
    }
    tell(step)
  }
}
