import { describe, expect, test } from 'vitest'
import { AmbiguousTime, InstantReader, orderOf } from './local-instant.ts'
import type { SourceRow } from './index.ts'

const VN = 'Asia/Ho_Chi_Minh'
const NOON = Date.UTC(2025, 9, 24, 5)

/** A row of texts, numbers, and date cells ({ d }). */
function row(...cells: (string | number | { d: number })[]): SourceRow {
  return {
    line: 1,
    length: cells.length,
    isEmpty: (i) => cells[i] === '',
    isNumber: (i) => typeof cells[i] === 'number',
    text: (i) => String(cells[i]),
    value: (i) => Number(cells[i]),
    local: (i) => (typeof cells[i] === 'object' ? (cells[i] as { d: number }).d : null),
  }
}

const read = (format: string, cells: Parameters<typeof row>, columns = cells.map((_, i) => i)) =>
  new InstantReader(format, VN, columns, [cells.map(String)]).read(row(...cells))

describe('instants of a file', () => {
  test.each([
    ['auto', ['2025-10-24 12:00']],
    ['auto', ['2025-10-24T12:00:00']],
    ['auto', ['2025-10-24T05:00:00Z']],
    ['auto', ['2025-10-24 07:00:00+02:00']],
    ['auto', ['2025/10/24 12:00:00']],
    ['auto', ['24/10/2025 12:00']],
    ['auto', ['24.10.2025 12:00:00']],
    ['auto', ['10/24/2025 12:00']],
    ['auto', [String(NOON)]],
    ['auto', ['24/10/2025', '12:00']],
    ['auto', ['2025-10-24', '12:00:00']],
    ['dd/MM/yyyy HH:mm', ['24/10/2025 12:00']],
    ['d-M-yy Hhmm', ['24-10-25 12h00']],
    ['yyyyMMddHHmm', ['202510241200']],
    ['epoch_ms', [NOON]],
    ['epoch_s', [NOON / 1000]],
    ['excel', [45_954.5]],
    ['auto', [{ d: Date.UTC(2025, 9, 24, 12) }]],
    ['auto', [{ d: Date.UTC(2025, 9, 24, 11, 59, 59, 999) + 0.6 }]],
    ['auto', [{ d: Date.UTC(2025, 9, 24) }, { d: Date.UTC(1899, 11, 30, 12) }]],
    ['auto', [{ d: Date.UTC(2025, 9, 24) }, 0.5]],
    ['auto', [{ d: Date.UTC(2025, 9, 24) }, '12:00']],
    ['auto', ['2025/10/24-12:00']],
    ['auto', ['24/10/2025 12h']],
    ['auto', ['24/10/2025 12h00']],
    ['auto', ['12h ngày 24/10/2025']],
    ['auto', ['12:00 24/10/2025']],
    ['auto', ['24/10/2025 12:00 PM']],
    ['dmy', ['24/10/2025 12:00']],
    ['mdy', ['10/24/2025 12:00']],
    ['auto', [{ d: Date.UTC(2025, 9, 24) }, 12]],
    ['auto', [{ d: Date.UTC(2025, 9, 24) }, '12']],
    ['auto', [{ d: Date.UTC(2025, 9, 24) }, '12h']],
    ['auto', [{ d: Date.UTC(2025, 9, 24) }, '12h00']],
    ['auto', [{ d: Date.UTC(2025, 9, 24) }, '12g']],
    ['auto', [{ d: Date.UTC(2025, 9, 24) }, '12 giờ']],
    ['auto', [{ d: Date.UTC(2025, 9, 24) }, 1200]],
    ['auto', ['24/10/2025', 12]],
    ['auto', ['2025-10-24', '12h']],
    ['auto', ['20251024', 12]],
    ['dd/MM/yyyy HH:mm', ['24/10/2025', '12:00']],
    ['dd/MM/yyyy HH:mm', ['24/10/2025', 12]],
    ['dd/MM/yyyy', ['24/10/2025', '12h']],
    ['excel', [45_954, 12]],
    ['excel', [45_954, 0.5]],
  ] as [string, (string | number | { d: number })[]][])('%s %j', (format, cells) => {
    expect(read(format, cells)).toBe(NOON)
  })

  test('24:00 is the midnight that ends the day', () => {
    expect(read('auto', ['24/10/2025 24:00'])).toBe(Date.UTC(2025, 9, 24, 17))
    expect(read('dd/MM/yyyy HH:mm', ['31/12/2025 24:00'])).toBe(Date.UTC(2025, 11, 31, 17))
    expect(read('auto', ['24/10/2025 24:30'])).toBeNull()
  })

  const DAY = { d: Date.UTC(2025, 9, 24) }
  test.each([24, '24', '24h', '24:00', '24h00', { d: Date.UTC(1899, 11, 31) }])(
    'hour %j in a column of its own is the midnight that ends the day',
    (hour) => expect(read('auto', [DAY, hour])).toBe(Date.UTC(2025, 9, 24, 17)),
  )

  test('an hour does not move a reading to another date than that of its row', () => {
    const begins = Date.UTC(2025, 9, 23, 17)
    const hours = [
      '0',
      '1',
      '7',
      '07',
      '23',
      '24',
      '25',
      '30',
      '400',
      '2400',
      '0.5',
      '0,5',
      '1.5',
      '-1',
      '7h',
      '7h60',
    ]
    for (const hour of [...hours, '24:01', '7g30', '7.30', 'x', ...hours.map(Number)]) {
      const t = read('auto', [DAY, hour])
      if (t === null) continue
      expect(t, `${hour}`).toBeGreaterThanOrEqual(begins)
      expect(t, `${hour}`).toBeLessThanOrEqual(begins + 86_400_000)
    }
    expect(read('auto', [DAY, 25])).toBeNull()
    expect(read('auto', [DAY, 395.25])).toBeNull()
    expect(read('auto', [DAY, ''])).toBeNull()
  })

  test('hours 0 to 23 are hours, whatever the sample begins with; fractions of a day only where the column has some', () => {
    const sample = Array.from({ length: 24 }, (_, h) => ['2025-10-24 00:00:00', String(h)])
    const reader = new InstantReader('auto', VN, [0, 1], sample)
    const read24 = sample.map((_, h) => reader.read(row(DAY, h)))
    expect(read24).toEqual(sample.map((_, h) => Date.UTC(2025, 9, 23, 17 + h)))
    const parts = new InstantReader(
      'auto',
      VN,
      [0, 1],
      [
        ['', '0.5'],
        ['', '1'],
      ],
    )
    expect(parts.read(row(DAY, 1))).toBe(Date.UTC(2025, 9, 24, 17))
  })

  test('a date written once for its day applies to the rows below while their hours ascend', () => {
    const reader = new InstantReader('auto', VN, [0, 1], [['24/10/2025', '7h']])
    expect(reader.read(row('24/10/2025', '7h'))).toBe(Date.UTC(2025, 9, 24))
    expect(reader.read(row('', '8h'))).toBe(Date.UTC(2025, 9, 24, 1))
    expect(reader.read(row('', '8h'))).toBeNull()
  })

  test.each(['', 'x', '2025-13-01', '31/02/2025 10:00', '2025-10-24 25:00', '25'])(
    '%j is no instant',
    (text) => {
      expect(new InstantReader('auto', VN, [0], [['24/10/2025']]).read(row(text))).toBeNull()
      expect(new InstantReader('yyyy-MM-dd', VN, [0], []).read(row(text))).toBeNull()
    },
  )

  test('day or month first: any of the times decides; otherwise the user has to', () => {
    expect(orderOf(['01/02/2025', '13/02/2025'])).toBe('dmy')
    expect(orderOf(['01/02/2025', '01/13/2025'])).toBe('mdy')
    expect(orderOf(['2025-01-02'])).toBe('ymd')
    expect(() => orderOf(['01/02/2025', '02/02/2025'])).toThrow(AmbiguousTime)
    expect(() => orderOf(['13/02/2025', '02/13/2025'])).toThrow(AmbiguousTime)
  })
})
