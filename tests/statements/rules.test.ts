import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MIGRATIONS } from '#server/lib/migrate.ts'
import { freshDatabase, type FreshDatabase } from '../database.ts'
import { ROOT } from '../process.ts'
import { STATEMENTS, type Sent } from './sent.ts'
import { breachesOf, type Volatility } from './rules.ts'

let fresh: FreshDatabase
const volatility = new Map<string, Volatility>()
beforeAll(async () => {
  fresh = await freshDatabase()
  // Of functions of one name the least constant: i, s, v are in that order.
  const rows = await fresh.db.query<{ name: string; of: Volatility }>(
    'SELECT proname AS name, max(provolatile::text) AS of FROM pg_proc GROUP BY proname',
  )
  for (const row of rows) volatility.set(row.name, row.of)
})
afterAll(() => fresh.drop())

const breaches = (sql: string) => breachesOf(sql, (name) => volatility.get(name) ?? 'v')
const rulesOf = (sql: string) => [...new Set(breaches(sql).map((b) => b.rule))]

describe('the rules of statements on several machines', () => {
  test.each([
    [
      'rows of all plants are locked',
      `SELECT hydro_code, item_id, body FROM description WHERE noun = 'settings' FOR UPDATE`,
      ['across plants', 'locks rows across plants'],
    ],
    [
      'a value to be inserted is looked up',
      `INSERT INTO audit (audit_id, hydro_code, actor_name)
       VALUES ($1, $2, CASE WHEN $3 THEN 'x' ELSE (SELECT username FROM account WHERE account_id = $4) END)`,
      ['subquery in INSERT'],
    ],
    [
      'an inserted row is returned with the name of its owner',
      `INSERT INTO chart_view AS v (hydro_code, view_id, owner_id) VALUES ($1, $2, $3)
       RETURNING v.view_id, (SELECT username FROM account WHERE account_id = v.owner_id) AS owner_name`,
      ['subquery in INSERT'],
    ],
    [
      'the same of a row that only the coordinator has',
      `INSERT INTO ingest_token AS t (token_id, created_by) VALUES ($1, $2)
       RETURNING (SELECT username FROM account WHERE account_id = t.created_by)`,
      ['subquery in INSERT'],
    ],
    [
      'what replaces a row is looked up',
      `INSERT INTO series_last (hydro_code, series) VALUES ($1, $2)
       ON CONFLICT (hydro_code, series) DO UPDATE SET t = (SELECT max(t) FROM reading WHERE hydro_code = $1)`,
      ['subquery in INSERT'],
    ],
    [
      'a column is written as text, which the settings of a machine decide',
      `UPDATE run SET summary = jsonb_build_object('n', n) WHERE hydro_code = $1`,
      ['stable function of a column'],
    ],
    [
      'the clock of a machine is read only in some cases',
      `UPDATE run SET due_at = CASE WHEN $2 THEN 0 ELSE extract(epoch FROM now()) END WHERE hydro_code = $1`,
      ['mutable function in CASE'],
    ],
    [
      'a notice is sent from where the rows are',
      `SELECT pg_notify('forebay', run_id) FROM run WHERE hydro_code = $1`,
      ['acts on another machine'],
    ],
    [
      'a recursion walks the keys of all plants',
      `WITH RECURSIVE s AS (
         (SELECT hydro_code, series FROM reading ORDER BY hydro_code, series LIMIT 1)
         UNION ALL
         SELECT n.hydro_code, n.series FROM s CROSS JOIN LATERAL (
           SELECT hydro_code, series FROM reading r WHERE (r.hydro_code, r.series) > (s.hydro_code, s.series)
            ORDER BY r.hydro_code, r.series LIMIT 1) n)
       SELECT * FROM s`,
      ['across plants', 'recursion across plants'],
    ],
    [
      'a subquery takes its plant from a row that is on every machine',
      `SELECT g.hydro_code, (SELECT count(*) FROM run r WHERE r.hydro_code = g.hydro_code)
         FROM account_role g WHERE g.hydro_code = $1`,
      ['house table leads into plants'],
    ],
    [
      'a table of the coordinator is joined',
      `SELECT r.run_id FROM run r JOIN session s ON s.account_id = r.actor WHERE r.hydro_code = $1`,
      ['local table beside plants'],
    ],
    [
      'what is stored on a conflict depends on the clock of a machine',
      `INSERT INTO series_last (hydro_code, series) VALUES ($1, $2)
       ON CONFLICT (hydro_code, series) DO UPDATE SET changed_at = extract(epoch FROM now())`,
      ['volatile DO UPDATE'],
    ],
    [
      'whether a row is replaced depends on it',
      `INSERT INTO series_last (hydro_code, series) VALUES ($1, $2)
       ON CONFLICT (hydro_code, series) DO UPDATE SET t = excluded.t WHERE series_last.changed_at < $3 AND current_date > $4`,
      ['volatile DO UPDATE'],
    ],
    [
      'a lease is taken by the clock of whatever machine',
      `UPDATE run SET lease_until = extract(epoch FROM clock_timestamp()) WHERE hydro_code = $1`,
      ['volatile write'],
    ],
    [
      'what is deleted depends on chance',
      'DELETE FROM run WHERE hydro_code = $1 AND random() < 0.5',
      ['volatile write'],
    ],
    [
      'a row goes to another plant',
      'UPDATE run SET hydro_code = $2 WHERE hydro_code = $1',
      ['moves a row to another plant'],
    ],
    ['a statement that is not examined', 'CREATE TEMP TABLE copy AS SELECT * FROM run', ['not examined']],
    [
      'a row without its plant is inserted',
      'INSERT INTO run (run_id) VALUES ($1)',
      ['insert without hydro_code'],
    ],
    [
      'one of two tables is left open',
      'SELECT 1 FROM run r JOIN run_change c USING (run_id) WHERE r.hydro_code = $1',
      ['across plants'],
    ],
    [
      'one of several plants is meant',
      'DELETE FROM run WHERE hydro_code = $1 OR run_id = $2',
      ['across plants'],
    ],
    [
      'places, which are unique on one machine only',
      'DELETE FROM run WHERE ctid = ANY ($1)',
      ['across plants'],
    ],
  ])('%s', (_, sql, rules) => expect(rulesOf(sql)).toEqual(rules))

  test.each([
    'SELECT 1 FROM run WHERE hydro_code = $1 FOR UPDATE',
    'SELECT 1 FROM run r JOIN run_change c USING (hydro_code, run_id) WHERE r.hydro_code = $1',
    'SELECT 1 FROM run r JOIN run_change c ON c.hydro_code = r.hydro_code WHERE r.hydro_code = $1',
    `SELECT (SELECT count(*) FROM run_change c WHERE c.hydro_code = r.hydro_code) FROM run r WHERE r.hydro_code = $1`,
    `SELECT (SELECT username FROM account a WHERE a.account_id = r.actor) FROM run r WHERE (hydro_code, run_id) = ($1, $2)`,
    `WITH old AS (DELETE FROM run WHERE hydro_code = $1 RETURNING run_id) SELECT * FROM old`,
    `INSERT INTO run (hydro_code, run_id) SELECT $1, x FROM unnest($2::text[]) AS x
     ON CONFLICT (hydro_code, run_id) DO UPDATE SET n = greatest(run.n, excluded.n), state = lower(excluded.state)`,
    'SELECT 1 FROM session WHERE hydro_code = ANY ($1)',
    'UPDATE run SET due_at = $3, lease_until = extract(epoch FROM now()) WHERE hydro_code = $1 RETURNING run_id',
    `INSERT INTO chart_view (hydro_code, view_id) SELECT $1, (SELECT view_id FROM chart_view WHERE hydro_code = $1)`,
    `UPDATE chart_view v SET name = $3 WHERE v.hydro_code = $1 AND v.view_id = $2
     RETURNING (SELECT username FROM account WHERE account_id = v.owner_id)`,
    'INSERT INTO lease AS l (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET until = random()',
  ])('allowed: %s', (sql) => expect(rulesOf(sql)).toEqual([]))
})

/** Commands with exclusive use of the database: they copy table by table, and migrations run before distribution. */
const WHOLE = /^server\/(?:backup\/|lib\/migrate\.ts$)/

describe('what the program sends', () => {
  const sent = new Map<string, string>()
  const senders = new Set<string>()
  for (const name of existsSync(STATEMENTS) ? readdirSync(STATEMENTS) : [])
    for (const line of readFileSync(join(STATEMENTS, name), 'utf8').split('\n'))
      if (line !== '') {
        const { sql, file, function: sender } = JSON.parse(line) as Sent
        sent.set(sql, file)
        senders.add(`${file} ${sender}`)
      }

  // After only a few files there is little to check.
  test.skipIf(sent.size < 400)('each of its statements runs where plants are on several machines', () => {
    const found = [...sent].flatMap(([sql, file]) =>
      WHOLE.test(file)
        ? []
        : breaches(sql)
            .filter(({ rule }) => rule !== 'across plants' || !/(?:^|\/)across\.ts$/.test(file))
            .map(({ rule, of }) => `${rule}: ${of} (${file}) ${sql.replace(/\s+/g, ' ').slice(0, 300)}`),
    )
    expect(found).toEqual([])
  })

  const files = globSync('server/**/across.ts', { cwd: ROOT }).map((file) => file.replaceAll('\\', '/'))

  test.skipIf(sent.size < 400)('statements across plants are in files named across.ts', () => {
    const across = [...sent].filter(([sql]) => rulesOf(sql).includes('across plants')).map(([, file]) => file)
    expect([...new Set(across)].filter((file) => !WHOLE.test(file) && !files.includes(file))).toEqual([])
  })

  // A statement that asks every machine is the first to be refused by one: none is without a test.
  test.skipIf(sent.size < 400)('each function of such a file is called by a test', () => {
    const all = files.flatMap((file) => exportedBy(file).map((name) => `${file} ${name}`))
    expect(all.filter((name) => !senders.has(name))).toEqual([])
  })

  const exportedBy = (file: string) =>
    [
      ...readFileSync(join(ROOT, file), 'utf8').matchAll(
        /^export (?:async )?(?:function\*? ?|const )(\w+)/gm,
      ),
    ].map(([, name]) => name)
})

describe('migrations that a distributed database runs', () => {
  // The first ones ran before there was a cluster.
  const FIRST = '0051'
  const later = readdirSync(MIGRATIONS).filter((name) => name >= FIRST && name.endsWith('.sql'))

  // A migration changes what all plants have: looking at all of them is its purpose.
  test.each(later)('%s obeys the other rules', (name) => {
    const sql = readFileSync(join(MIGRATIONS, name), 'utf8')
    expect(breaches(sql).filter(({ rule }) => rule !== 'across plants')).toEqual([])
  })
})
