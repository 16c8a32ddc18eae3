import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalOf } from '#core/decimal.ts'
import { parseCells } from '#core/tables/parse.ts'
import { parseInstant } from '#core/time/index.ts'
import { parseBatch } from '#server/features/readings/parse.ts'
import { IsoInstants } from './instant.ts'
import { Lines } from './lines.ts'
import { InstantReader } from './local-instant.ts'
import { parseDecimal } from './number.ts'

const T = Date.UTC(2026, 9, 20, 5)

/** Numbers, and texts that resemble them. */
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer({ min: -9_999_999, max: 9_999_999 }).map((n) => String(n / 1000)),
  fc.stringMatching(/^[+-]?\d{0,17}[.]?\d{0,4}(e[+-]?\d{1,3})?$/),
  fc.stringMatching(/^[\d.+e x-]{1,8}$/),
)

/** Instants with an offset in the usual forms, and texts that resemble them. */
const two = fc.integer({ min: 0, max: 61 }).map((n) => String(n).padStart(2, '0'))
const instant = fc
  .tuple(
    fc.integer({ min: 1899, max: 2101 }).map(String),
    fc.tuple(two, two, two, two, two),
    fc.constantFrom('T', ' ', '_'),
    fc.constantFrom('', '.1', '.25', '.123', '.1234'),
    fc.constantFrom('Z', '+07:00', '-03:30', '+0700', '', '+25:00'),
  )
  .map(([y, [m, d, h, min, s], t, ms, zone]) => `${y}-${m}-${d}${t}${h}:${min}:${s}${ms}${zone}`)

/** What each input makes of one number: a body of readings, a file of history, a cell of a table. */
const byIngest = (text: string) => {
  const batch = parseBatch(Buffer.from(`series,t,v\na,${T},"${text}"`), 'text/csv')
  return batch.rejected.length > 0 ? NaN : batch.v[0]
}
const byFile = (text: string) => {
  const lines = new Lines(',', '.')
  lines.feed(Buffer.from(`a,"${text}"`), true)
  lines.next()
  return lines.value(1)
}
const byTable = (text: string) => parseCells('ZV', ['z', 'v'], [[1, text]]).rows[0]?.[1] ?? NaN
/** NaN for a cell that is not a number. */
const finite = (v: number) => (Number.isFinite(v) ? v + 0 : NaN)

describe('numbers', () => {
  test('are the same for ingest, files of history, tables and JavaScript', () => {
    fc.assert(
      fc.property(
        number.filter((n) => n.trim() !== ''),
        (text) => {
          const want = decimalOf(text, '.') + 0
          const bytes = Buffer.from(text)
          expect(parseDecimal(bytes, 0, bytes.length, 46) + 0).toBe(want)
          expect(finite(byIngest(text))).toBe(want)
          expect(finite(byFile(text))).toBe(want)
          expect(finite(byTable(text))).toBe(want)
          if (want === want) expect(want).toBe(Number(text) + 0)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('with a decimal comma are refused by all of them where the decimal sign is a point', () => {
    for (const text of ['410,25', '1,234', ',5', '1.234,5'])
      for (const read of [byIngest, byFile]) expect(read(text), text).toBeNaN()
  })
})

describe('instants', () => {
  test('with an offset are the same from bytes, from text and in files of history', () => {
    const bytes = new IsoInstants()
    fc.assert(
      fc.property(instant, (text) => {
        const b = Buffer.from(`,${text},`)
        const want = parseInstant(text)
        const got = bytes.read(b, 1, b.length - 1)
        expect(got === got ? got : null).toBe(want)
        if (want === null) return
        const lines = new Lines(',', '.')
        lines.feed(Buffer.from(text), true)
        lines.next()
        expect(new InstantReader('auto', 'Asia/Ho_Chi_Minh', [0], [[text]]).read(lines)).toBe(want)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('rows', () => {
  const cell = fc.stringMatching(/^[a-z#" \d.]{0,6}$/).map((s) => s.trim())
  const quoted = (s: string) => (/[",]/.test(s) ? `"${s.replaceAll('"', '""')}"` : s)

  test('sent by a machine have no comments; those of a file may have', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
        (rows) => {
          const body = Buffer.from(rows.map((r) => r.map(quoted).join(',')).join('\n'))
          const read = (sent: boolean) => {
            const lines = new Lines(',', '.', { sent })
            lines.feed(body, true)
            const out: string[][] = []
            while (lines.next()) out.push(Array.from({ length: lines.length }, (_, i) => lines.text(i)))
            return out
          }
          expect(read(true)).toEqual(rows)
          const comment = (r: string[]) => r[0].startsWith('#') && !quoted(r[0]).startsWith('"')
          expect(read(false)).toEqual(rows.filter((r) => !comment(r)))
        },
      ),
    )
  })

  test('with an unclosed quote keep it when sent, and are an error in a file', () => {
    const read = (sent: boolean) => {
      const lines = new Lines(',', '.', { sent })
      lines.feed(Buffer.from('a,"b,c\nd'), true)
      lines.next()
      return [lines.text(0), lines.text(1)]
    }
    expect(read(true)).toEqual(['a', '"b,c\nd'])
    expect(() => read(false)).toThrow('never closed')
  })
})
