import { loadModule, parseSync } from 'libpg-query'
import { TABLES } from '#server/lib/tables.ts'

type TableKind = (typeof TABLES)[string]

const kindOf = (name: string): TableKind | undefined => TABLES[name]

/** Whether rows of such a table are on other machines than the coordinator. */
const isSpread = (kind: TableKind | undefined) => kind === 'plant' || kind === 'reference'

/**
 * Rules for statements where the tables of plants are distributed over several machines by hydro_code. Each violation
 * is something that the planner of such a cluster refuses, or answers only by asking every machine.
 */
export type Rule =
  /** A table of plants without `hydro_code = <value>`: every machine is asked. */
  | 'across plants'
  | 'locks rows across plants'
  | 'recursion across plants'
  /** hydro_code is not among the columns of an INSERT. */
  | 'insert without hydro_code'
  /** In its VALUES, ON CONFLICT or RETURNING; one in the SELECT of INSERT ... SELECT is planned by itself. */
  | 'subquery in INSERT'
  /** A subquery on a table of plants that takes its hydro_code from a row of an undistributed table. */
  | 'house table leads into plants'
  /** A table that is on one machine only, in a statement with a table of plants. */
  | 'local table beside plants'
  /** DO UPDATE SET calls a function whose result may differ between machines. */
  | 'volatile DO UPDATE'
  /** UPDATE or DELETE with a function that gives another value at each call, or one returned that is not constant. */
  | 'volatile write'
  /** UPDATE or DELETE with a function of a column whose result depends on the settings of a machine. */
  | 'stable function of a column'
  /** UPDATE or DELETE with a function in CASE or COALESCE that would be called before it is known whether it is needed. */
  | 'mutable function in CASE'
  /** A notice or an advisory lock in a statement that another machine runs, where nobody listens or waits. */
  | 'acts on another machine'
  | 'moves a row to another plant'
  /** A kind of statement that nothing here examines. */
  | 'not examined'

export interface Breach {
  rule: Rule
  /** The table, or the function. */
  of: string
}

/** Functions that act on the machine which runs the statement. */
const ACTS = /^(?:pg_notify|pg_(?:try_)?advisory_\w+|set_config)$/

/** Statements that read or write rows, and that the program has no use for. */
const UNEXAMINED = ['MergeStmt', 'DeclareCursorStmt', 'CreateTableAsStmt', 'TruncateStmt']

await loadModule()

type Tree = Record<string, unknown>

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null
const list = (value: unknown): Tree[] => (Array.isArray(value) ? (value as Tree[]) : [])

/** A table, or what takes the place of one, of one query level. */
interface Relation {
  alias: string
  name: string
  kind: TableKind | 'derived'
  bound: boolean
}

/** The relations visible at a query level, its own first; `outer` for those it may refer to. */
interface Scope {
  relations: Relation[]
  outer: Scope | null
  ctes: ReadonlySet<string>
}

/** As pg_proc.provolatile says it: immutable, stable, volatile. */
export type Volatility = 'i' | 's' | 'v'
type VolatilityOf = (name: string) => Volatility

/** of: the least constant of the functions of a name. */
export function breachesOf(sql: string, of: VolatilityOf): Breach[] {
  const found: Breach[] = []
  const stmts = list((parseSync(sql) as unknown as Tree).stmts)
  for (const one of stmts) {
    statement(one.stmt as Tree, null, new Set(), found, of)
    const tables = tablesOf(one.stmt)
    if (tables.some((name) => kindOf(name) === 'plant')) {
      for (const name of tables)
        if (kindOf(name) === 'local') found.push({ rule: 'local table beside plants', of: name })
      for (const name of functionsOf(one.stmt))
        if (ACTS.test(name)) found.push({ rule: 'acts on another machine', of: name })
    }
  }
  return found
}

function statement(
  node: Tree,
  outer: Scope | null,
  ctes: ReadonlySet<string>,
  found: Breach[],
  of: VolatilityOf,
): void {
  const again = (n: Tree, scope: Scope | null, names: ReadonlySet<string>) =>
    statement(n, scope, names, found, of)
  const [type] = Object.keys(node)
  const body = node[type] as Tree
  if (UNEXAMINED.includes(type))
    for (const name of tablesOf(body))
      if (kindOf(name) === 'plant') found.push({ rule: 'not examined', of: name })
  if (!['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'].includes(type)) return

  const names = withNames(body, ctes)
  const recursive = (body.withClause as Tree | undefined)?.recursive === true
  for (const one of list((body.withClause as Tree | undefined)?.ctes)) {
    const before = found.length
    again((one.CommonTableExpr as Tree).ctequery as Tree, null, names)
    const cte = (one.CommonTableExpr as Tree).ctename as string
    if (recursive && refersTo((one.CommonTableExpr as Tree).ctequery, cte))
      for (const breach of found.slice(before))
        if (breach.rule === 'across plants') found.push({ rule: 'recursion across plants', of: breach.of })
  }

  if (type === 'SelectStmt' && body.larg) {
    again({ SelectStmt: body.larg }, outer, names)
    again({ SelectStmt: body.rarg }, outer, names)
    return
  }

  if (type === 'InsertStmt') {
    const table = (body.relation as Tree).relname as string
    const columns = list(body.cols).map((c) => (c.ResTarget as Tree).name)
    if (kindOf(table) === 'plant' && !columns.includes('hydro_code'))
      found.push({ rule: 'insert without hydro_code', of: table })
    const source = body.selectStmt as Tree | undefined
    const values = list((source?.SelectStmt as Tree | undefined)?.valuesLists)
    const conflict = body.onConflictClause as Tree | undefined
    // What is on the coordinator only is an ordinary statement.
    const spread = [table, ...tablesOf(body)].some((name) => isSpread(kindOf(name)))
    if (spread && contains([values, conflict, body.returningClause], 'SubLink'))
      found.push({ rule: 'subquery in INSERT', of: table })
    if (source) again(source, null, names)
    if (!isSpread(kindOf(table))) return
    for (const name of functionsOf([conflict?.targetList, conflict?.whereClause]))
      if (of(name) !== 'i') found.push({ rule: 'volatile DO UPDATE', of: name })
    for (const name of functionsOf(body.returningClause))
      if (of(name) !== 'i') found.push({ rule: 'volatile write', of: name })
    return
  }

  const scope: Scope = { relations: [], outer, ctes: names }
  const conditions: unknown[] = []
  const target = body.relation as Tree | undefined
  if (type !== 'SelectStmt' && target) addRelation(scope, target)
  const from = type === 'DeleteStmt' ? list(body.usingClause) : list(body.fromClause)
  const inner: Tree[] = []
  for (const one of from) addFrom(scope, one, conditions, inner)
  conditions.push(...conjuncts(body.whereClause))
  const led = bind(scope, conditions)

  for (const { name, kind, bound } of scope.relations)
    if (kind === 'plant' && !bound) {
      found.push({ rule: 'across plants', of: name })
      if (body.lockingClause) found.push({ rule: 'locks rows across plants', of: name })
    }
  for (const name of led) found.push({ rule: 'house table leads into plants', of: name })
  if (target && isSpread(kindOf(target.relname as string))) {
    const set = type === 'UpdateStmt' ? list(body.targetList) : []
    const isPlant = kindOf(target.relname as string) === 'plant'
    if (isPlant && set.some((column) => (column.ResTarget as Tree).name === 'hydro_code'))
      found.push({ rule: 'moves a row to another plant', of: target.relname as string })
    for (const name of functionsOf([set, body.whereClause]))
      if (of(name) === 'v') found.push({ rule: 'volatile write', of: name })
    for (const node of nodesOf([set, body.whereClause])) {
      const [name] = node.FuncCall ? functionsOf(node) : []
      if (name && of(name) === 's' && contains(node, 'ColumnRef'))
        found.push({ rule: 'stable function of a column', of: name })
      if (node.CaseExpr || node.CoalesceExpr)
        for (const name of functionsOf(node))
          if (of(name) !== 'i') found.push({ rule: 'mutable function in CASE', of: name })
    }
    for (const name of functionsOf(body.returningClause))
      if (of(name) !== 'i') found.push({ rule: 'volatile write', of: name })
  }

  // Below: subqueries in FROM see this level if they are lateral, expressions always do.
  for (const sub of inner) again(sub, scope, names)
  for (const part of [
    body.targetList,
    body.whereClause,
    body.havingClause,
    body.sortClause,
    body.returningClause,
  ])
    for (const sub of subqueriesOf(part)) again(sub, scope, names)
  for (const sub of conditions.flatMap((c) => (contains(body.whereClause, c) ? [] : subqueriesOf(c))))
    again(sub, scope, names)
}

function withNames(body: Tree, ctes: ReadonlySet<string>): ReadonlySet<string> {
  const own = list((body.withClause as Tree | undefined)?.ctes).map(
    (one) => (one.CommonTableExpr as Tree).ctename as string,
  )
  return own.length === 0 ? ctes : new Set([...ctes, ...own])
}

function addRelation(scope: Scope, range: Tree): void {
  const name = range.relname as string
  const alias = ((range.alias as Tree | undefined)?.aliasname as string | undefined) ?? name
  const kind = scope.ctes.has(name) || range.schemaname ? 'derived' : (kindOf(name) ?? 'derived')
  scope.relations.push({ alias, name, kind, bound: kind === 'derived' })
}

function addFrom(scope: Scope, node: Tree, conditions: unknown[], inner: Tree[]): void {
  if (node.RangeVar) return addRelation(scope, node.RangeVar as Tree)
  if (node.JoinExpr) {
    const join = node.JoinExpr as Tree
    addFrom(scope, join.larg as Tree, conditions, inner)
    addFrom(scope, join.rarg as Tree, conditions, inner)
    conditions.push(...conjuncts(join.quals))
    // USING (hydro_code): all relations so far share it.
    if (list(join.usingClause).some((u) => (u.String as Tree).sval === 'hydro_code'))
      conditions.push({ shared: scope.relations.map((r) => r.alias) })
    return
  }
  const sub = (node.RangeSubselect ?? node.RangeFunction) as Tree | undefined
  if (!sub) return
  const alias = ((sub.alias as Tree | undefined)?.aliasname as string | undefined) ?? ''
  scope.relations.push({ alias, name: alias, kind: 'derived', bound: true })
  if (node.RangeSubselect) inner.push((node.RangeSubselect as Tree).subquery as Tree)
  else inner.push(...subqueriesOf((node.RangeFunction as Tree).functions))
}

/** The conditions of a conjunction. */
function conjuncts(node: unknown): unknown[] {
  if (!isTree(node)) return []
  const bool = node.BoolExpr as Tree | undefined
  return bool?.boolop === 'AND_EXPR' ? list(bool.args).flatMap(conjuncts) : [node]
}

/**
 * Marks the relations whose hydro_code is a single value. Returns the tables of plants that have it from a row of an
 * undistributed table.
 */
function bind(scope: Scope, conditions: readonly unknown[]): string[] {
  const led: string[] = []
  const pairs = conditions.flatMap(equalities)
  for (let again = true; again;) {
    again = false
    for (const [a, b] of pairs)
      for (const [left, other] of [
        [a, b],
        [b, a],
      ]) {
        const relation = own(scope, left)
        if (!relation || relation.bound) continue
        const from = source(scope, other)
        if (from === 'open') continue
        relation.bound = again = true
        if (from === 'house' && relation.kind === 'plant') led.push(relation.name)
      }
    for (const condition of conditions) {
      const shared = (condition as { shared?: string[] }).shared
      if (!shared) continue
      const those = scope.relations.filter((r) => shared.includes(r.alias))
      if (!those.some((r) => r.bound && r.kind !== 'derived')) continue
      for (const r of those) if (!r.bound) r.bound = again = true
    }
  }
  return led
}

/** Pairs that a condition equates. */
function equalities(node: unknown): [unknown, unknown][] {
  const expression = (node as Tree).A_Expr as Tree | undefined
  if (!expression || expression.kind !== 'AEXPR_OP' || !isEquals(expression)) return []
  const { lexpr, rexpr } = expression as { lexpr: Tree; rexpr: Tree }
  const [left, right] = [lexpr, rexpr].map((e) => (e.RowExpr as Tree | undefined)?.args)
  if (!left || !right) return [[lexpr, rexpr]]
  return list(left).map((l, i) => [l, list(right)[i]])
}

const isEquals = (expression: Tree) => (list(expression.name)[0].String as Tree).sval === '='

/** The relation of this level to which an expression's hydro_code belongs. */
function own(scope: Scope, node: unknown): Relation | null {
  const column = hydroColumn(node)
  if (!column) return null
  if (column.alias !== null) return scope.relations.find((r) => r.alias === column.alias) ?? null
  return scope.relations.find((r) => r.kind !== 'derived' && !r.bound) ?? null
}

/** Origin of a value of hydro_code: a value of the statement, a row of an undistributed table, or unknown. */
function source(scope: Scope, node: unknown): 'value' | 'house' | 'open' {
  const column = hydroColumn(node)
  if (!column) return contains(node, 'ColumnRef') && !contains(node, 'SubLink') ? 'open' : 'value'
  for (let level: Scope | null = scope; level; level = level.outer) {
    const relation = level.relations.find((r) =>
      column.alias === null ? r.kind !== 'derived' : r.alias === column.alias,
    )
    if (!relation) continue
    if (level !== scope && (relation.kind === 'reference' || relation.kind === 'local')) return 'house'
    return relation.bound ? 'value' : 'open'
  }
  return 'open'
}

function hydroColumn(node: unknown): { alias: string | null } | null {
  if (!isTree(node) || !node.ColumnRef) return null
  const names = list((node.ColumnRef as Tree).fields).map(
    (f) => (f.String as Tree | undefined)?.sval as string,
  )
  if (names.at(-1) !== 'hydro_code') return null
  return { alias: names.length > 1 ? names[0] : null }
}

/** Queries directly within an expression. */
function subqueriesOf(node: unknown): Tree[] {
  if (Array.isArray(node)) return node.flatMap(subqueriesOf)
  if (!isTree(node)) return []
  const link = node.SubLink as Tree | undefined
  if (link) return [link.subselect as Tree, ...subqueriesOf(link.testexpr)]
  return Object.values(node).flatMap(subqueriesOf)
}

/** A tree and all its nodes. */
function* nodesOf(node: unknown): Generator<Tree> {
  if (!isTree(node)) return
  yield node
  for (const part of Object.values(node)) yield* nodesOf(part)
}

const tablesOf = (node: unknown): string[] =>
  [...nodesOf(node)].flatMap((n) => (typeof n.relname === 'string' ? [n.relname] : []))

/** Names of the functions called in a tree; current_timestamp and its like, which have a syntax of their own, as `now`. */
const functionsOf = (node: unknown): string[] =>
  [...nodesOf(node)].flatMap(({ FuncCall: call, SQLValueFunction: value }) => [
    ...(call ? [(list((call as Tree).funcname).at(-1)!.String as Tree).sval as string] : []),
    ...(value ? ['now'] : []),
  ])

const refersTo = (node: unknown, table: string): boolean => tablesOf(node).includes(table)

/** Whether a tree contains a node of a type, or a given node. */
function contains(node: unknown, what: unknown): boolean {
  for (const n of nodesOf(node)) if (n === what || (typeof what === 'string' && what in n)) return true
  return false
}
