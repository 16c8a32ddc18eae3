import { days, oneOf, page, text, word, type Filter } from '../../lib/address-fields.ts'
import { spanOfDays } from '../../lib/days.ts'

/** The filter. Days are local days of the plant, both included. */
export const GATE_LOG_FIELDS = {
  days: days(),
  /** `leaf`, `unit`, or one of them with an id: `leaf:gate1`. */
  object: word(140, /^(leaf|unit)(:.{1,130})?$/),
  source: oneOf(['hand', 'sensor']),
  search: text(100),
  page: page(),
}
export type GateLogFilter = Filter<typeof GATE_LOG_FIELDS>

/** The filter as the endpoints take it. */
export function gateLogQuery(f: GateLogFilter) {
  const [kind, ...id] = f.object?.split(':') ?? []
  return {
    ...spanOfDays(f.days),
    kind: (kind || undefined) as 'leaf' | 'unit' | undefined,
    object_id: id.length > 0 ? id.join(':') : undefined,
    source: f.source ?? undefined,
    search: f.search || undefined,
  }
}
