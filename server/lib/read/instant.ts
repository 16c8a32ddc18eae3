import { HOUR, MINUTE, SECOND, daysInMonth, parseInstant } from '#core/time/index.ts'

/**
 * Parses instants with an offset: the common forms directly from the bytes (2026-10-20T05:00:00+07:00, with Z, with a
 * space, with milliseconds, or epoch ms), caching the date of the line before; others through core/time.
 */
export class IsoInstants {
  #date = -1
  #start = 0

  /** Epoch ms; NaN when bytes [from, to) are not an instant. */
  read(b: Buffer, from: number, to: number): number {
    const length = to - from
    if (length >= 20 && b[from + 4] === 45) {
      const found = this.#iso(b, from, to)
      if (found === found) return found
    }
    return parseInstant(b.toString('latin1', from, to)) ?? NaN
  }

  #iso(b: Buffer, from: number, to: number): number {
    const year = two(b, from) * 100 + two(b, from + 2)
    const month = two(b, from + 5)
    const day = two(b, from + 8)
    const hour = two(b, from + 11)
    const minute = two(b, from + 14)
    const second = two(b, from + 17)
    const apart = b[from + 7] === 45 && (b[from + 10] === 84 || b[from + 10] === 32)
    if (!apart || b[from + 13] !== 58 || b[from + 16] !== 58) return NaN
    if (!(hour < 24 && minute < 60 && second < 60 && year > 0)) return NaN
    const date = (year * 100 + month) * 100 + day
    if (date !== this.#date) {
      if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return NaN
      this.#start = new Date(0).setUTCFullYear(year, month - 1, day)
      this.#date = date
    }
    let at = from + 19
    let ms = 0
    if (b[at] === 46) {
      if (to < at + 5) return NaN
      ms = two(b, at + 1) * 10 + (b[at + 3] - 48)
      if (!(b[at + 3] >= 48 && b[at + 3] <= 57)) return NaN
      at += 4
    }
    const local = this.#start + hour * HOUR + minute * MINUTE + second * SECOND + ms
    if (b[at] === 90 && at + 1 === to) return local
    const sign = b[at] === 43 ? 1 : b[at] === 45 ? -1 : 0
    if (sign === 0 || to !== at + 6 || b[at + 3] !== 58) return NaN
    const hours = two(b, at + 1)
    const minutes = two(b, at + 4)
    if (!(hours < 24 && minutes < 60)) return NaN
    return local - sign * (hours * HOUR + minutes * MINUTE)
  }
}

/** Two digits as a number; NaN for other bytes. */
function two(b: Buffer, at: number): number {
  const tens = b[at] - 48
  const ones = b[at + 1] - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN
}
