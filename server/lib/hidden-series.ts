import { forbidden } from './errors.ts'

/** The series that a caller may not see. Most callers: none. */
export type HiddenSeries = ReadonlySet<string>

/**
 * Refuses a call that names a hidden series anywhere in its input: as a value, or as a key. @throws Problem 403
 */
export function refuseHidden(hidden: HiddenSeries, ...inputs: unknown[]): void {
  if (hidden.size > 0 && inputs.some((input) => names(input, hidden))) throw forbidden()
}

function names(value: unknown, hidden: HiddenSeries): boolean {
  if (typeof value === 'string') return isNamed(value, hidden)
  if (Array.isArray(value)) return value.some((one) => names(one, hidden))
  if (!isObject(value)) return false
  return Object.entries(value).some(([key, one]) => hidden.has(key) || names(one, hidden))
}

/**
 * JSON of an answer without what names a hidden series: the entry of a list that holds its code (in itself, or in an
 * object inside of it) and what lies under its code as a key. @throws Problem 403 where the answer itself is of one
 */
export function withoutHidden(json: string, hidden: HiddenSeries): string {
  if (![...hidden].some((code) => json.includes(code))) return json
  const left = shownOf(JSON.parse(json), hidden)
  if (left === NAMED) throw forbidden()
  return JSON.stringify(left)
}

/** In the place of a value that is of a hidden series. */
const NAMED = Symbol('hidden series')

function shownOf(value: unknown, hidden: HiddenSeries): unknown {
  if (typeof value === 'string') return isNamed(value, hidden) ? NAMED : value
  if (Array.isArray(value)) {
    // A row of mixed values, of which the first says the series.
    if (typeof value[0] === 'string' && isNamed(value[0], hidden) && value.some((v) => typeof v !== 'string'))
      return NAMED
    return value.map((one) => shownOf(one, hidden)).filter((one) => one !== NAMED)
  }
  if (!isObject(value)) return value
  const out: Record<string, unknown> = {}
  for (const [key, one] of Object.entries(value)) {
    if (hidden.has(key)) continue
    const left = shownOf(one, hidden)
    // An item all of whose versions are of a hidden series has nothing to show.
    const emptied = key === 'versions' && Array.isArray(left) && left.length === 0
    if (left === NAMED || (emptied && (one as unknown[]).length > 0)) return NAMED
    out[key] = left
  }
  return out
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value)

/** Whether a text is the code of a hidden series, or an address of the product that opens one. */
const isNamed = (text: string, hidden: HiddenSeries): boolean =>
  hidden.has(text) ||
  (text.startsWith('/') &&
    [...new URLSearchParams(text.split('?')[1] ?? '').values()].some((v) => hidden.has(v)))
