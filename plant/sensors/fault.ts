import { DAY, HOUR, MINUTE } from '../time.ts'

/**
 * Faults as switches. Text form, as in PLANT_FAULTS: `kind[(amount)]:series[@from/to]`, several apart by `;`.
 * `series` may contain `*`. from and to are ISO 8601 with offset, or durations before or after now (`-6h`, `+30m`,
 * `-2d`); left out: for ever. Examples: `stuck:level.reservoir.2@-6h/-2h`, `lie(0.35):level.*`, `spike(5):rain.bavan@-1d/`.
 */
export const KINDS = [
  'late',
  'duplicate',
  'disorder',
  'stuck',
  'spike',
  'silent',
  'lie',
  'negative',
  'restarted',
  'clock',
] as const

export type FaultKind = (typeof KINDS)[number]

export interface Fault {
  kind: FaultKind
  /** Series code; `*` matches any run of characters. */
  series: string
  /** Epoch ms, [from, to). */
  from: number
  to: number
  /**
   * late, disorder: seconds of (largest) delay. clock: seconds the clock is ahead. lie: added to the value.
   * spike: added to one reading in twelve. negative: size. restarted: the count it comes back with.
   */
  amount?: number
}

/** Amount where a switch names none; lie, spike, negative and restarted in the unit of the series. */
export const USUAL: Record<FaultKind, number> = {
  late: 1800,
  duplicate: 0,
  disorder: 900,
  stuck: 0,
  spike: 3,
  silent: 0,
  lie: 0.25,
  negative: 0.2,
  restarted: 0,
  clock: 3600,
}

export function touches(fault: Fault, code: string): boolean {
  if (fault.series === code || fault.series === '*') return true
  if (!fault.series.includes('*')) return false
  const pattern = fault.series.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${pattern.join('.*')}$`).test(code)
}

const UNITS: Record<string, number> = { s: 1000, m: MINUTE, h: HOUR, d: DAY }

function instant(text: string, now: number, absent: number): number {
  if (text === '') return absent
  if (text === 'now') return now
  const span = /^([+-])(\d+(?:\.\d+)?)([smhd])$/.exec(text)
  if (span) return now + (span[1] === '-' ? -1 : 1) * Number(span[2]) * UNITS[span[3]]
  const t = Date.parse(text)
  if (Number.isNaN(t) || !/(Z|[+-]\d\d:?\d\d)$/.test(text))
    throw new Error(`"${text}" is neither a duration (-6h) nor an instant with its offset`)
  return t
}

/** Parses the text form. @throws Error with the reason */
export function parseFaults(text: string, now: number): Fault[] {
  const faults: Fault[] = []
  for (const part of text.split(';').map((p) => p.trim())) {
    if (part === '') continue
    const match = /^([a-z]+)(?:\(([^)]*)\))?:([^@\s]+)(?:@([^/]*)\/(.*))?$/.exec(part)
    if (!match) throw new Error(`"${part}" is not kind[(amount)]:series[@from/to]`)
    const [, kind, amount, series, from = '', to = ''] = match
    if (!(KINDS as readonly string[]).includes(kind))
      throw new Error(`"${kind}" is no fault; there are ${KINDS.join(', ')}`)
    const fault: Fault = {
      kind: kind as FaultKind,
      series,
      from: instant(from.trim(), now, Number.NEGATIVE_INFINITY),
      to: instant(to.trim(), now, Number.POSITIVE_INFINITY),
    }
    if (amount !== undefined) {
      fault.amount = Number(amount)
      if (amount.trim() === '' || !Number.isFinite(fault.amount)) throw new Error(`"${amount}" is no amount`)
    }
    if (fault.from >= fault.to) throw new Error(`"${part}" ends before it begins`)
    faults.push(fault)
  }
  return faults
}
