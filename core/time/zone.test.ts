import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, fromLocal, isZone, offsetAt, toLocal, localParts } from './index.ts'

const ZONES = [
  'UTC',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'America/Caracas',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
  'America/St_Johns',
  '+07:00',
]
const zone = fc.constantFrom(...ZONES)
/** 1900 to 2100, whole seconds: old offsets with seconds in them are inside. */
const instant = fc.integer({ min: -2_208_988_800, max: 4_102_444_800 }).map((s) => s * 1000)

const formats = new Map<string, Intl.DateTimeFormat>()
/** The local time as Intl itself writes it (Swedish writes ISO dates). */
function byIntl(ms: number, name: string): string {
  let format = formats.get(name)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: name,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    formats.set(name, format)
  }
  return format.format(ms)
}

describe('zone', () => {
  it('formats local time as Intl does, over two centuries', () => {
    fc.assert(
      fc.property(instant, zone, (ms, name) => {
        expect(toLocal(ms, name)).toBe(byIntl(ms, name))
      }),
      { numRuns: 3000 },
    )
  })

  it('agrees with Intl around every change of offset from 1980 to 2030', () => {
    let changes = 0
    for (const name of ZONES) {
      for (let t = Date.UTC(1980, 0); t < Date.UTC(2030, 0); t += DAY) {
        if (offsetAt(t, name) === offsetAt(t + DAY, name)) continue
        changes++
        for (let u = t; u <= t + DAY; u += 30 * MINUTE) {
          expect(toLocal(u, name)).toBe(byIntl(u, name))
          expect(toLocal(u - 1000, name)).toBe(byIntl(u - 1000, name))
        }
      }
    }
    expect(changes).toBeGreaterThan(200)
  })

  it('supports offsets that are no whole hours, and those of the past', () => {
    const at = (text: string) => Date.parse(text)
    expect(offsetAt(at('2025-10-24T00:00Z'), 'Asia/Ho_Chi_Minh')).toBe(7 * HOUR)
    expect(offsetAt(at('1970-01-01T00:00Z'), 'Asia/Ho_Chi_Minh')).toBe(8 * HOUR)
    expect(offsetAt(at('2025-10-24T00:00Z'), 'Asia/Kathmandu')).toBe(5.75 * HOUR)
    expect(offsetAt(at('2007-12-09T06:59:59Z'), 'America/Caracas')).toBe(-4 * HOUR)
    expect(offsetAt(at('2007-12-09T07:00:00Z'), 'America/Caracas')).toBe(-4.5 * HOUR)
    expect(offsetAt(at('2016-05-01T06:59:59Z'), 'America/Caracas')).toBe(-4.5 * HOUR)
    expect(offsetAt(at('2016-05-01T07:00:00Z'), 'America/Caracas')).toBe(-4 * HOUR)
    expect(offsetAt(at('2025-03-30T00:59:59.999Z'), 'Europe/Berlin')).toBe(HOUR)
    expect(offsetAt(at('2025-03-30T01:00:00Z'), 'Europe/Berlin')).toBe(2 * HOUR)
  })

  it('refuses invalid zones and instants', () => {
    expect(isZone('Asia/Ho_Chi_Minh')).toBe(true)
    expect(isZone('UTC')).toBe(true)
    expect(isZone('Asia/Hanoi City')).toBe(false)
    expect(isZone('')).toBe(false)
    expect(() => offsetAt(0, 'Mars/Olympus')).toThrow(RangeError)
    expect(() => offsetAt(NaN, 'UTC')).toThrow(RangeError)
  })

  it('caches few zones, however many spellings callers choose', () => {
    const { DateTimeFormat } = Intl
    let made = 0
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct(target, args) {
        made++
        return Reflect.construct(target, args)
      },
    })
    try {
      const spellings = Array.from({ length: 64 }, (_, i) =>
        [...'europe/oslo'].map((c, k) => ((i >> (k % 6)) & 1 && k < 6 ? c.toUpperCase() : c)).join(''),
      )
      for (const zone of [...spellings, spellings[0]]) expect(offsetAt(0, zone)).toBe(HOUR)
      expect(made).toBe(65)
    } finally {
      Intl.DateTimeFormat = DateTimeFormat
    }
  })

  it('returns parts with the weekday', () => {
    expect(localParts(Date.parse('2025-10-26T17:30:15Z'), 'Asia/Ho_Chi_Minh')).toEqual({
      year: 2025,
      month: 10,
      day: 27,
      hour: 0,
      minute: 30,
      second: 15,
      weekday: 1,
    })
    expect(localParts(-1, 'UTC')).toMatchObject({
      year: 1969,
      month: 12,
      day: 31,
      hour: 23,
      second: 59,
      weekday: 3,
    })
  })
})

describe('fromLocal', () => {
  it('is inverse to its text, except for the second run of a repeated hour', () => {
    fc.assert(
      fc.property(instant, zone, (ms, name) => {
        const text = toLocal(ms, name)
        const back = fromLocal(text, name)!
        expect(toLocal(back, name)).toBe(text)
        expect(back).toBeLessThanOrEqual(ms)
        if (back !== ms) expect(offsetAt(back, name)).toBeGreaterThan(offsetAt(ms, name))
      }),
      { numRuns: 3000 },
    )
  })

  it('takes the first of two instants, and moves on over a gap', () => {
    const berlin = (text: string) => new Date(fromLocal(text, 'Europe/Berlin')!).toISOString()
    expect(berlin('2025-10-26 02:30')).toBe('2025-10-26T00:30:00.000Z')
    expect(berlin('2025-10-26 03:00')).toBe('2025-10-26T02:00:00.000Z')
    expect(berlin('2025-03-30 02:30')).toBe('2025-03-30T01:30:00.000Z')
    expect(berlin('2025-03-30 01:59:59')).toBe('2025-03-30T00:59:59.000Z')
    expect(berlin('2025-03-30 03:00')).toBe('2025-03-30T01:00:00.000Z')
    // A whole day that never was.
    expect(new Date(fromLocal('2011-12-30 12:00', 'Pacific/Apia')!).toISOString()).toBe(
      '2011-12-30T22:00:00.000Z',
    )
  })

  it('parses dates with or without a time', () => {
    const hanoi = (text: string) => fromLocal(text, 'Asia/Ho_Chi_Minh')
    const seven = Date.parse('2025-10-24T07:00:00+07:00')
    for (const text of ['2025-10-24 07', '2025-10-24T07:00', '2025-10-24 07:00:00', '2025-10-24T07:00:00'])
      expect(hanoi(text)).toBe(seven)
    expect(hanoi('2025-10-24')).toBe(seven - 7 * HOUR)
    expect(hanoi('2024-02-29 23:59:59')).toBe(Date.parse('2024-02-29T23:59:59+07:00'))
    expect(hanoi('2000-02-29')).not.toBeNull()
  })

  it.each([
    '',
    '2025-02-29',
    '1900-02-29',
    '2025-04-31',
    '2025-13-01',
    '2025-00-10',
    '2025-01-00',
    '2025-01-01 24:00',
    '2025-01-01 12:60',
    '2025-01-01 12:00:60',
    '2025-1-1',
    '01/02/2025',
    '2025-01-01T12:00:00Z',
    '2025-01-01 12:00:00+07:00',
    ' 2025-01-01',
    '2025-01-01 ',
  ])('refuses %j', (text) => {
    expect(fromLocal(text, 'Asia/Ho_Chi_Minh')).toBeNull()
  })
})
