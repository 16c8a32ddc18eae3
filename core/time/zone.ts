import { DAY } from './units.ts'

/**
 * Length of a block of cached offsets. Intl is slow (microseconds per call), so time is cut into blocks of four days;
 * the first lookup in a block asks Intl at both its ends, searches for the change between them when they differ, and
 * every later lookup is a map access. No zone has ever changed its offset twice within four days and back again, the
 * only case this could miss.
 */
const BLOCK = 4 * DAY
/** Blocks cached per zone: 40,000 are 438 years; beyond that the cache starts anew. */
const KEPT = 40_000

interface Block {
  /** Instant of the change inside the block; Infinity when there is none. */
  change: number
  before: number
  after: number
}

class Zone {
  readonly format: Intl.DateTimeFormat
  readonly blocks = new Map<number, Block>()
  number = NaN
  block: Block = { change: Infinity, before: 0, after: 0 }

  constructor(name: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'iso8601',
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  }

  /** The offset as Intl gives it, ms. */
  ask(ms: number): number {
    const whole = Math.floor(ms / 1000) * 1000
    const part: Record<string, number> = {}
    let before = false
    for (const { type, value } of this.format.formatToParts(whole)) {
      if (type === 'era') before = value.startsWith('B')
      else if (type !== 'literal') part[type] = Number(value)
    }
    // Year 1 BC is year 0. Date.UTC takes years 0-99 for 1900-1999, so the year is set separately.
    const local = new Date(0)
    local.setUTCFullYear(before ? 1 - part.year : part.year, part.month - 1, part.day)
    local.setUTCHours(part.hour, part.minute, part.second)
    return local.getTime() - whole
  }

  read(number: number): Block {
    const from = number * BLOCK
    const to = from + BLOCK
    const before = this.ask(from)
    const after = this.ask(to)
    let change = Infinity
    if (before !== after) {
      let low = from
      let high = to
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2)
        if (this.ask(middle) === before) low = middle
        else high = middle
      }
      change = high
    }
    const block = { change, before, after }
    if (this.blocks.size >= KEPT) this.blocks.clear()
    this.blocks.set(number, block)
    return block
  }

  offset(ms: number): number {
    const number = Math.floor(ms / BLOCK)
    if (number !== this.number) {
      this.block = this.blocks.get(number) ?? this.read(number)
      this.number = number
    }
    return ms >= this.block.change ? this.block.after : this.block.before
  }
}

/** Zones by their name as it is spelled, which callers choose; the one that came first leaves for another. */
const zones = new Map<string, Zone>()
const MOST_ZONES = 32

/** Offset of a zone from UTC at an instant, ms. Throws RangeError for an unknown zone. */
export function offsetAt(ms: number, zone: string): number {
  if (!(Math.abs(ms) <= 8.64e15 - BLOCK)) throw new RangeError(`Not an instant: ${ms}`)
  let known = zones.get(zone)
  if (!known) {
    known = new Zone(zone)
    if (zones.size >= MOST_ZONES) zones.delete(zones.keys().next().value!)
    zones.set(zone, known)
  }
  return known.offset(ms)
}

/** The last instant at or before t (epoch ms) at which the local clock shows a whole step (ms). */
export function floorOnClock(t: number, step: number, zone: string): number {
  const shift = offsetAt(t, zone)
  return Math.floor((t + shift) / step) * step - shift
}

/** Whether a name is a zone of this machine's zone data ('Asia/Ho_Chi_Minh', 'UTC', '+07:00'). */
export function isZone(name: string): boolean {
  if (zones.has(name)) return true
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return name !== ''
  } catch {
    return false
  }
}

/** The first instant after `a`, at or before `b`, at which the offset is no longer that of `a`; null if none. */
export function changeBetween(a: number, b: number, zone: string): number | null {
  const was = offsetAt(a, zone)
  if (offsetAt(b, zone) === was) return null
  let low = a
  let high = b
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle, zone) === was) low = middle
    else high = middle
  }
  return high
}
