/** One value of a record, before and after. */
interface Changed {
  field: string
  before: string | null
  after: string | null
}

function words(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : value === null || value === undefined
      ? {}
      : { '': value }

/** What a record says of values, field by field; those that stayed are left out where both sides are told. */
export function changesOf(before: unknown, after: unknown): Changed[] {
  const [b, a] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(b), ...Object.keys(a)])]
    .map((field) => ({ field, before: words(b[field]), after: words(a[field]) }))
    .filter((c) => c.before !== c.after)
}
