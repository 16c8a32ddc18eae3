import { describe, expect, test } from 'vitest'
import { isDistributed, planDistribution, type Holding, type TableState } from './distribution.ts'
import { TABLES } from './tables.ts'

const KINDS = {
  migration: 'system',
  account: 'reference',
  account_role: 'reference',
  role: 'reference',
  session: 'local',
  audit: 'plant',
  plant: 'plant',
  reading: 'plant',
} as const

const PARENTS: Record<string, string[]> = { account_role: ['account', 'role'], session: ['account'] }

/** The tables of KINDS, held as said, each with rows of its own on the coordinator where that is said. */
function tables(held: Record<string, Holding> = {}, ownBytes: Record<string, number> = {}): TableState[] {
  return Object.keys(KINDS).map((name) => ({
    name,
    parents: PARENTS[name] ?? [],
    ownBytes: ownBytes[name] ?? 0,
    held: held[name] ?? null,
  }))
}
const plan = (state: readonly TableState[], coordinatorMissing = false) =>
  planDistribution({ tables: state, coordinatorMissing }, KINDS)

const distributed = (group = 7, by = 'hydro_code'): Holding => ({ as: 'distributed', by, group })
const ALL: Record<string, Holding> = {
  account: { as: 'reference' },
  account_role: { as: 'reference' },
  role: { as: 'reference' },
  // Citus takes tables of the coordinator into its metadata that refer to a reference table.
  session: { as: 'local' },
  audit: distributed(),
  plant: distributed(),
  reading: distributed(),
}

describe('the plan of a distribution', () => {
  test('orders reference tables first, after those that they refer to; plant tables before the tables that share their shards', () => {
    const { done, steps, problems } = plan(tables())
    expect(steps.map((s) => s.sql)).toEqual([
      "SELECT create_reference_table('public.account')",
      "SELECT create_reference_table('public.role')",
      "SELECT create_reference_table('public.account_role')",
      "SELECT create_distributed_table('public.plant', 'hydro_code', colocate_with => 'none')",
      "SELECT create_distributed_table('public.audit', 'hydro_code', colocate_with => 'public.plant')",
      "SELECT create_distributed_table('public.reading', 'hydro_code', colocate_with => 'public.plant')",
    ])
    expect(done).toEqual(['session', 'migration'])
    expect(problems).toEqual([])
  })

  test('is empty where everything is done', () => {
    expect(plan(tables(ALL))).toEqual({
      done: ['account', 'role', 'account_role', 'plant', 'audit', 'reading', 'session', 'migration'],
      steps: [],
      problems: [],
    })
  })

  test('removes rows that were copied into shards from the disk of the coordinator, even after an interruption', () => {
    const create =
      "SELECT create_distributed_table('public.reading', 'hydro_code', colocate_with => 'public.plant')"
    const drop = "SELECT truncate_local_data_after_distributing_table('public.reading')"
    const { reading, ...rest } = ALL
    const bytes = { reading: 8192, account: 8192 }
    expect(plan(tables(rest, bytes)).steps.map((s) => s.sql)).toEqual([create, drop])
    expect(plan(tables({ ...rest, reading }, bytes)).steps.map((s) => s.sql)).toEqual([drop])
  })

  test('has one step for a table that a later migration adds', () => {
    const { audit: _, ...rest } = ALL
    expect(plan(tables(rest)).steps.map((s) => s.table)).toEqual(['audit'])
  })

  test('distributes a local table that becomes one of plants or of every machine', () => {
    const local: Holding = { as: 'local' }
    expect(plan(tables({ ...ALL, role: local, audit: local })).steps.map((s) => s.table)).toEqual([
      'role',
      'audit',
    ])
  })

  test.each<[string, Record<string, Holding>, string]>([
    [
      'a plant table by another column',
      { reading: distributed(7, 'series') },
      'reading is distributed by series',
    ],
    ['a plant table with shards of its own', { reading: distributed(9) }, 'together with plant'],
    ['a plant table on every machine', { audit: { as: 'reference' } }, 'audit is a reference table'],
    ['a reference table by a column', { role: distributed(7, 'role_id') }, 'role is distributed by role_id'],
    [
      'a table of the coordinator on every machine',
      { session: { as: 'reference' } },
      'a table of the coordinator',
    ],
  ])('leaves %s to a person', (_, other, words) => {
    const { problems } = plan(tables({ ...ALL, ...other }))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(words)
    expect(problems[0]).toContain('undistribute_table')
  })

  test('begins with registering the coordinator where it is not registered', () => {
    expect(plan(tables(), true).problems).toEqual([expect.stringContaining('citus_set_coordinator_host')])
  })

  test('leaves tables that are not listed alone', () => {
    const other = { name: 'somebody_elses', parents: [], ownBytes: 1, held: null }
    expect(plan([...tables(ALL), other])).toEqual(plan(tables(ALL)))
  })

  test('a database counts as distributed when any table of plants is', () => {
    const of = (held: Record<string, Holding>) =>
      isDistributed({ tables: tables(held), coordinatorMissing: false })
    expect(isDistributed(null)).toBe(false)
    expect(of({ account: { as: 'reference' } })).toBe(false)
    expect(of({ plant: distributed() })).toBe(true)
  })

  test('the first distributed table is one of plants', () => expect(TABLES.plant).toBe('plant'))
})
