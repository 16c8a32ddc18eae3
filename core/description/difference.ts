/** A value in a difference; tables of many rows are counted instead. */
export type Printable = string | number | boolean | null | Printable[]

/**
 * One difference. path: field names from outside in; an element of a list is '#' and its id, code or position. Absent
 * is null.
 */
export interface FieldDifference {
  path: string[]
  before: Printable
  after: Printable
}

/** Longest list of number rows that is listed row by row; longer ones are counted, as are drawings. */
const SHORT = 40

/**
 * Differences between two bodies of one item, in the order of their fields. null means no body: then every field of the
 * other one is listed. Absent, null and an empty list are equal here.
 */
export function differences(before: unknown, after: unknown): FieldDifference[] {
  const found: FieldDifference[] = []
  compare([], before ?? null, after ?? null, found)
  return found
}

function compare(path: string[], before: unknown, after: unknown, found: FieldDifference[]): void {
  if (isFields(before ?? after) && isFields(after ?? before)) {
    const [b, a] = [(before ?? {}) as Fields, (after ?? {}) as Fields]
    for (const key of new Set([...Object.keys(b), ...Object.keys(a)]))
      compare([...path, key], b[key] ?? null, a[key] ?? null, found)
    return
  }
  if (isList(before ?? after) && isList(after ?? before)) {
    lists(path, (before ?? []) as unknown[], (after ?? []) as unknown[], found)
    return
  }
  if (before !== after) found.push({ path, before: printable(before), after: printable(after) })
}

function lists(path: string[], before: unknown[], after: unknown[], found: FieldDifference[]): void {
  const all = [...before, ...after]
  if (all.every(isFields) && all.length > 0 && !all.some(isDrawn)) {
    const [b, a] = [keyed(before as Fields[]), keyed(after as Fields[])]
    for (const key of new Set([...b.keys(), ...a.keys()]))
      compare([...path, `#${key}`], b.get(key) ?? null, a.get(key) ?? null, found)
    return
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return
  if (Math.max(before.length, after.length) <= SHORT && !all.some(isDrawn)) {
    found.push({ path, before: printable(before), after: printable(after) })
    return
  }
  found.push({ path: [...path, 'count'], before: before.length, after: after.length })
  const had = new Set(rowsOf(before))
  const other = rowsOf(after).filter((row) => !had.has(row)).length
  found.push({ path: [...path, 'changed'], before: null, after: other })
}

type Fields = Record<string, unknown>

const isList = (v: unknown): v is unknown[] => Array.isArray(v)
const isFields = (v: unknown): v is Fields => typeof v === 'object' && v !== null && !Array.isArray(v)

/** Whether a field has lines of points, which are never listed, however short. */
const isDrawn = (v: unknown) =>
  isFields(v) && Object.values(v).some((o) => isList(o) && isList(o[0]) && isList(o[0][0]))

/** Elements by their ids, so that one more at the front is not a change of all. */
function keyed(list: readonly Fields[]): Map<string, Fields> {
  const byKey = new Map<string, Fields>()
  list.forEach((e, i) => {
    const own = e.id ?? e.code
    const key = typeof own === 'string' && !byKey.has(own) ? own : String(i + 1)
    byKey.set(key, e)
  })
  return byKey
}

function printable(v: unknown): Printable {
  if (isList(v)) return v.length === 0 ? null : v.map(printable)
  if (typeof v === 'string' || typeof v === 'number' || typeof v === 'boolean') return v
  return v === null || v === undefined ? null : JSON.stringify(v)
}

const rowsOf = (list: readonly unknown[]): string[] => list.map((row) => JSON.stringify(row))
