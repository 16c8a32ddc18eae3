/** Which movements are shown: carried by the address. Days are local days of the plant, both included. */
export interface Filter {
  from: string | null
  to: string | null
  /** `leaf`, `unit`, or one of them with an id: `leaf:gate1`. */
  object: string | null
  source: 'hand' | 'sensor' | null
  search: string
  page: number
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const OBJECT = /^(leaf|unit)(:.{1,130})?$/

/** What an address asks for; parts that make no sense are ignored. */
export function readFilter(search: URLSearchParams): Filter {
  const day = (name: string) => {
    const text = search.get(name)
    return text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
  }
  const [from, to] = [day('from'), day('to')]
  const whole = from !== null && to !== null && from <= to
  const object = search.get('object')
  const source = search.get('source')
  const page = Number(search.get('page') ?? 1)
  return {
    from: whole ? from : null,
    to: whole ? to : null,
    object: object !== null && OBJECT.test(object) ? object : null,
    source: source === 'hand' || source === 'sensor' ? source : null,
    search: (search.get('search') ?? '').slice(0, 100),
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

export function writeFilter(f: Filter): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(f))
    if (value !== null && value !== '' && !(name === 'page' && value === 1)) search.set(name, String(value))
  return search
}

/** The day after a local date, by the calendar alone. */
function dayAfter(date: string): string {
  const next = new Date(`${date}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

/** The filter as the calls take it: the last day is included, the call's end is not. */
export function queryOf(f: Filter) {
  const [kind, ...id] = f.object?.split(':') ?? []
  return {
    from: f.from ?? undefined,
    to: f.to === null ? undefined : dayAfter(f.to),
    kind: (kind || undefined) as 'leaf' | 'unit' | undefined,
    object_id: id.length > 0 ? id.join(':') : undefined,
    source: f.source ?? undefined,
    search: f.search || undefined,
  }
}

export function isFiltered(f: Filter): boolean {
  return f.from !== null || f.object !== null || f.source !== null || f.search !== ''
}
