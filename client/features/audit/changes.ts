/** One value of a record, before and after. */
interface ChangedField {
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

/** The values of a record, field by field. Unchanged fields are left out where both sides are known. */
export function auditChangesOf(before: unknown, after: unknown): ChangedField[] {
  const [b, a] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(b), ...Object.keys(a)])]
    .map((field) => ({ field, before: words(b[field]), after: words(a[field]) }))
    .filter((c) => c.before !== c.after)
}
