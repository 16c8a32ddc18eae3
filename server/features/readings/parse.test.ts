import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GRADES } from '#core/quality/index.ts'
import { Problem } from '#server/lib/errors.ts'
import type { Batch } from './batch.ts'
import { parseBatch } from './parse.ts'

const rowsOf = (b: Batch) =>
  Array.from(b.code, (c, i) => [b.codes[c], b.t[i], Number.isNaN(b.v[i]) ? null : b.v[i], b.q[i], b.index[i]])
const rejectedOf = (b: Batch) => b.rejected.map((r) => [r.index, r.code])
const csv = (...lines: string[]) => parseBatch(Buffer.from(lines.join('\n')), 'text/csv; charset=utf-8')
const json = (readings: unknown[], more = {}) =>
  parseBatch(Buffer.from(JSON.stringify({ readings, ...more })), 'application/json')
const lines = (text: string) => parseBatch(Buffer.from(text), 'application/x-ndjson')

const T = Date.UTC(2026, 9, 20, 5)
const code = fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.:-]{0,20}$/)
const value = fc.option(
  fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.integer().map((i) => i / 1000),
  ),
)
const instant = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2100, 0, 1) })
const reading = fc.tuple(code, instant, value, fc.integer({ min: 0, max: 6 }))

/** One instant in the forms in which it may be sent. */
const forms = (t: number): fc.Arbitrary<string> =>
  fc.constantFrom(
    new Date(t).toISOString(),
    new Date(t).toISOString().replace('T', ' '),
    new Date(t + 7 * 3_600_000).toISOString().replace('Z', '+07:00'),
    new Date(t - 3.5 * 3_600_000).toISOString().replace('Z', '-03:30'),
    ...(t % 1000 === 0 ? [new Date(t).toISOString().replace('.000Z', 'Z')] : []),
    ...(Math.abs(t) >= 1e11 && t > 0 ? [String(t)] : []),
  )

describe('parsed readings equal those sent', () => {
  const sent = fc.array(
    reading.chain(([s, t, v, q]) => fc.tuple(fc.constant([s, t, v, q] as const), forms(t))),
    { maxLength: 40 },
  )
  const want = (list: (readonly [string, number, number | null, number])[]) =>
    list.map(([s, t, v, q], i) => [
      s,
      t,
      v === 0 ? expect.toSatisfy((x) => x === 0) : v,
      v === null ? 7 : q,
      i,
    ])

  it('as CSV', () => {
    fc.assert(
      fc.property(sent, fc.constantFrom('\n', '\r\n'), (list, end) => {
        const text = ['series,t,v,q', ...list.map(([[s, , v, q], t]) => `${s},${t},${v ?? ''},${q}`)].join(
          end,
        )
        const got = parseBatch(Buffer.from(text), 'text/csv')
        expect(got.rejected).toEqual([])
        expect(rowsOf(got)).toEqual(want(list.map(([r]) => r)))
      }),
    )
  })

  it('as JSON and as lines of JSON', () => {
    fc.assert(
      fc.property(sent, (list) => {
        const readings = list.map(([[series, , v, q], t]) => ({ series, t, v, q: q % 2 ? q : GRADES[q] }))
        expect(rowsOf(json(readings))).toEqual(want(list.map(([r]) => r)))
        expect(rowsOf(lines(readings.map((r) => JSON.stringify(r)).join('\n')))).toEqual(
          want(list.map(([r]) => r)),
        )
      }),
    )
  })

  it('in any order of columns, quoted or not, with a byte order mark', () => {
    const got = csv(
      '\uFEFF v , "t",SERIES',
      '1.5,"2026-10-20T12:00:00+07:00","a""b"',
      ' 2 , 1792472400000 , c ',
      '',
      '-.5e1,2026-10-20 05:00:00.000Z,"d,e"',
    )
    expect(rowsOf(got)).toEqual([
      ['a"b', T, 1.5, 0, 0],
      ['c', T, 2, 0, 1],
      ['d,e', T, -5, 0, 2],
    ])
  })
})

describe('a bad reading is rejected alone', () => {
  it('in JSON', () => {
    const got = json(
      [
        { series: 'a', t: T, v: 1 },
        { t: T, v: 1 },
        { series: 'a', v: 1 },
        { series: 'a', t: T },
        { series: 'a', t: '2026-10-20T05:00:00', v: 1 },
        { series: 'a', t: '2026-02-29T05:00:00Z', v: 1 },
        { series: 'a', t: T + 0.5, v: 1 },
        { series: 'a', t: T, v: '1' },
        { series: 'a', t: T, v: true },
        { series: 'a', t: T, v: 1, q: 8 },
        { series: 'a', t: T, v: 1, q: 'fine' },
        null,
        7,
        { series: 'b', t: T, v: null, q: 'GOOD' },
        { series: 'b', t: T, v: 2, q: 'suspect' },
      ],
      { hydro_code: 'H1' },
    )
    expect(got.hydroCode).toBe('H1')
    expect(rowsOf(got)).toEqual([
      ['a', T, 1, 0, 0],
      ['b', T, null, 7, 13],
      ['b', T, 2, 4, 14],
    ])
    expect(rejectedOf(got)).toEqual([
      [1, 'bad_reading'],
      [2, 'bad_reading'],
      [3, 'bad_reading'],
      [4, 'bad_time'],
      [5, 'bad_time'],
      [6, 'bad_time'],
      [7, 'not_a_number'],
      [8, 'not_a_number'],
      [9, 'bad_quality'],
      [10, 'bad_quality'],
      [11, 'bad_reading'],
      [12, 'bad_reading'],
    ])
  })

  it('with a number too large for a double', () => {
    expect(
      rejectedOf(
        parseBatch(Buffer.from(`{"readings":[{"series":"a","t":${T},"v":1e999}]}`), 'application/json'),
      ),
    ).toEqual([[0, 'not_a_number']])
    expect(rejectedOf(csv('series,t,v', `a,${T},1e999`))).toEqual([[0, 'not_a_number']])
  })

  it('in CSV', () => {
    const got = csv(
      'series,t,v,q',
      `a,${T},1,`,
      `,${T},1,0`,
      'a,,1,0',
      `a,${T},`,
      `a,2026-10-20 05:00:00,1,`,
      `a,${T},NaN,`,
      `a,${T},1.2.3,`,
      `a,${T},0x10,`,
      `a,${T},Infinity,`,
      `a,${T},1,9`,
      `a,${T},"1,5",`,
      `a,${T},null,`,
      `a,${T},2,partial`,
    )
    expect(rowsOf(got)).toEqual([
      ['a', T, 1, 0, 0],
      ['a', T, null, 7, 11],
      ['a', T, 2, 2, 12],
    ])
    expect(rejectedOf(got)).toEqual([
      [1, 'bad_reading'],
      [2, 'bad_reading'],
      [3, 'too_few_fields'],
      [4, 'bad_time'],
      [5, 'not_a_number'],
      [6, 'not_a_number'],
      [7, 'not_a_number'],
      [8, 'not_a_number'],
      [9, 'bad_quality'],
      [10, 'not_a_number'],
    ])
  })

  it('in lines of JSON, including a broken line', () => {
    const got = lines(
      `{"series":"a","t":${T},"v":1}\r\n\n{"series":"a"\n{"series":"a","t":${T},"v":2},{"x":1}\n[1,2]\n{"series":"b","t":${T},"v":3}`,
    )
    expect(rowsOf(got)).toEqual([
      ['a', T, 1, 0, 0],
      ['b', T, 3, 0, 4],
    ])
    expect(rejectedOf(got)).toEqual([
      [1, 'malformed_json'],
      [2, 'malformed_json'],
      [3, 'bad_reading'],
    ])
  })
})

describe('a body that cannot be read', () => {
  it.each([
    ['{', 'application/json', 400, 'malformed_json'],
    ['{"readings":{}}', 'application/json', 400, 'invalid_body'],
    ['[]', 'application/json', 400, 'invalid_body'],
    ['null', 'application/json', 400, 'invalid_body'],
    ['{"readings":[],"hydro_code":7}', 'application/json', 400, 'invalid_body'],
    ['a,b,c\n1,2,3', 'text/csv', 400, 'invalid_body'],
    ['', 'text/csv', 400, 'invalid_body'],
    ['x', 'text/plain', 415, 'wrong_content_type'],
    ['x', undefined, 415, 'wrong_content_type'],
  ])('%j as %s: %i %s', (body, type, status, problem) => {
    expect(() => parseBatch(Buffer.from(body), type)).toThrow(
      expect.objectContaining({ status, code: problem }),
    )
  })

  it('of more than 50,000 readings', () => {
    const row = { series: 'a', t: T, v: 1 }
    const all = Array.from({ length: 50_001 }, () => row)
    const problem = expect.objectContaining({ status: 413, code: 'too_many_readings' })
    expect(() => json(all)).toThrow(problem)
    expect(() => lines(all.map((r) => JSON.stringify(r)).join('\n'))).toThrow(problem)
    expect(() => csv('series,t,v', ...all.map(() => `a,${T},1`))).toThrow(problem)
    expect(json(all.slice(1)).code.length).toBe(50_000)
    expect(csv('series,t,v', ...all.slice(1).map(() => `a,${T},1`)).code.length).toBe(50_000)
  })
})

describe('any bytes', () => {
  const type = fc.constantFrom('application/json', 'application/x-ndjson', 'text/csv')
  const piece = fc.constantFrom(
    'series,t,v,q\n',
    'series,t,v\n',
    'a,',
    '"',
    '""',
    ',',
    '\n',
    '\r\n',
    '1792472400000',
    '2026-10-20T05:00:00Z',
    '1.5',
    '-',
    '{"readings":[',
    '{"series":"a","t":1,"v":2}',
    ']}',
    'null',
    'é',
    '\0',
  )
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((b) => Buffer.from(b)),
    fc.array(piece, { maxLength: 40 }).map((p) => Buffer.from(p.join(''))),
    fc.array(piece, { maxLength: 40 }).map((p) => Buffer.from(`series,t,v,q\n${p.join('')}`)),
    fc.json().map((j) => Buffer.from(j)),
    fc.json().map((j) => Buffer.from(`{"readings":[${j}]}`)),
  )

  it('give readings and rejections that add up, or a Problem', () => {
    fc.assert(
      fc.property(bytes, type, (body, contentType) => {
        let batch: Batch
        try {
          batch = parseBatch(body, contentType)
        } catch (error) {
          expect(error).toBeInstanceOf(Problem)
          return
        }
        const places = [...batch.index, ...batch.rejected.map((r) => r.index)].sort((a, b) => a - b)
        expect(places).toEqual(places.map((_, i) => i))
        for (let i = 0; i < batch.code.length; i++) {
          expect(Number.isSafeInteger(batch.t[i])).toBe(true)
          expect(Number.isNaN(batch.v[i])).toBe(batch.q[i] === 7)
          expect(Math.abs(batch.v[i])).not.toBe(Infinity)
          expect(batch.codes[batch.code[i]]).not.toBe('')
        }
      }),
      { numRuns: 2000 },
    )
  })
})
