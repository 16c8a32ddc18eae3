import { createHash } from 'node:crypto'

/** JSON with sorted keys and without blanks, so that equal values give equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, v: unknown) =>
    typeof v === 'object' && v !== null && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : v,
  )
}

export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex')
}
