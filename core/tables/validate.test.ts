import { describe, expect, it } from 'vitest'
import type { Group } from '#core/description/index.ts'
import { GROUP_INFOS, validateRows, validateTable } from './index.ts'
import type { Cell, Declared } from './index.ts'

/** Issues in short: code, row, column; warnings with a ? */
function issuesOf(group: Group, header: Cell[], cells: Cell[][], declared?: Declared): string[] {
  return validateTable(group, header, cells, declared).issues.map(
    (i) => `${i.code}${i.severity === 'warning' ? '?' : ''} ${i.row ?? '-'} ${i.column ?? '-'}`,
  )
}

function ofRows(group: Group, rows: number[][], declared?: Declared): string[] {
  return issuesOf(group, [...GROUP_INFOS.find((g) => g.group === group)!.columns], rows, declared)
}

describe('the file', () => {
  it('may have columns in any order and case, and gives rows in the order of the group', () => {
    const v = validateTable(
      'ZAQ',
      ['\uFEFFQ ', 'Z', 'a'],
      [
        ['30', '610', '1'],
        ['50', '610', '2'],
      ],
    )
    expect(v.issues).toEqual([])
    expect(v.rows).toEqual([
      [610, 1, 30],
      [610, 2, 50],
    ])
  })

  it('with a decimal comma has it throughout', () => {
    const cells = [
      ['600,5', '0'],
      ['610', '2,25'],
    ]
    expect(validateTable('ZV', ['z', 'v'], cells).rows).toEqual([
      [600.5, 0],
      [610, 2.25],
    ])
    expect(issuesOf('ZV', ['z', 'v'], [...cells, ['620', '4.5']])).toEqual(['NOT_A_NUMBER 3 v'])
    expect(
      issuesOf(
        'ZV',
        ['z', 'v'],
        [
          ['600.5', '0'],
          ['610.5', '1.5'],
          ['620', '4,5'],
        ],
      ),
    ).toEqual(['NOT_A_NUMBER 3 v'])
  })

  it.each<[string, Cell[], Cell[][], string[]]>([
    ['nothing', [], [], ['EMPTY_FILE - -']],
    ['blank cells', ['', null], [[' ', '']], ['EMPTY_FILE - -']],
    ['a header alone', ['z', 'v'], [], ['EMPTY_FILE - -']],
    ['a missing column', ['z'], [['1']], ['WRONG_STRUCTURE - -']],
    ['a strange column', ['z', 'v', 'area'], [['1', '2', '3']], ['WRONG_STRUCTURE - -']],
    ['no header', ['600', '0'], [['610', '1']], ['WRONG_STRUCTURE - -']],
    ['a column twice', ['z', 'v', 'Z'], [['1', '2', '3']], ['DUPLICATE_FIELD - z']],
    [
      'a cell too many',
      ['z', 'v'],
      [
        ['1', '2', '3'],
        ['2', '3'],
      ],
      ['WRONG_STRUCTURE 1 -'],
    ],
    ['a cell too few', ['z', 'v'], [['1', '2'], ['2']], ['NOT_A_NUMBER 2 v']],
    [
      'words',
      ['z', 'v'],
      [
        ['1', 'n/a'],
        ['2', '3'],
      ],
      ['NOT_A_NUMBER 1 v'],
    ],
    [
      'thousands',
      ['z', 'v'],
      [
        ['1', '1,234.5'],
        ['2.5', '3'],
      ],
      ['NOT_A_NUMBER 1 v'],
    ],
    [
      'no number',
      ['z', 'v'],
      [
        [1, NaN],
        [2, Infinity],
      ],
      ['NOT_A_NUMBER 1 v', 'NOT_A_NUMBER 2 v'],
    ],
    [
      'hexadecimal',
      ['z', 'v'],
      [
        ['0x10', '1'],
        ['20', '3'],
      ],
      ['NOT_A_NUMBER 1 z'],
    ],
  ])('reports the fault of %s', (_, header, cells, expected) => {
    expect(issuesOf('ZV', header, cells)).toEqual(expected)
    expect(validateTable('ZV', header, cells).rows).toBeNull()
  })

  it('skips blank rows and counts them', () => {
    expect(
      issuesOf(
        'ZV',
        ['z', 'v'],
        [
          ['600', '0'],
          ['', ''],
          ['600', '1'],
          ['610', '2'],
        ],
      ),
    ).toEqual(['DUPLICATE_KEY 3 z'])
  })

  it('states the kind of head in its header', () => {
    const cells = [
      [1, 100, 4000, 4.5],
      [1, 100, 8000, 9],
    ]
    expect(validateTable('HPQ', ['n', 'h net', 'p', 'q'], cells).headKind).toBe('net')
    expect(validateTable('HPQ', ['n', 'H_gross', 'p', 'q'], cells).headKind).toBe('gross')
    expect(validateTable('HPQ', ['n', 'h', 'p', 'q'], cells).headKind).toBeUndefined()
  })

  it('has the ratio under either name', () => {
    const cells = [
      [0.3, 0.7],
      [1, 0.9],
    ]
    expect(validateTable('QETA', ['q/qmax', 'eta'], cells).rows).toEqual(cells)
    expect(validateTable('QETA', ['QQMAX', 'ETA'], cells).rows).toEqual(cells)
  })

  it('may be a ZAoAc without levels, but not with some', () => {
    const header = ['z', 'ao', 'ac']
    expect(
      validateTable('ZAoAc', header, [
        ['', '0', '0'],
        ['', '200', '1.5'],
      ]).rows,
    ).toEqual([
      [0, 0, 0],
      [0, 200, 1.5],
    ])
    expect(
      issuesOf('ZAoAc', header, [
        ['', '0', '0'],
        ['610', '200', '1.5'],
      ]),
    ).toEqual(['NOT_A_NUMBER 1 z'])
  })
})

describe('keys', () => {
  it('that are repeated are dropped with a warning, in the order of the file', () => {
    const v = validateRows('ZV', [
      [610, 2],
      [600, 0],
      [610, 2],
      [605, 1],
    ])
    expect(v.issues).toMatchObject([{ code: 'DUPLICATE_ROW', severity: 'warning', row: 3 }])
    expect(v.rows).toEqual([
      [610, 2],
      [600, 0],
      [605, 1],
    ])
  })

  it('are equal within their rounding', () => {
    expect(
      ofRows('ZV', [
        [600, 0],
        [600 + 1e-7, 1],
        [610, 2],
      ]),
    ).toEqual(['DUPLICATE_KEY 2 z'])
    expect(
      ofRows('ZV', [
        [600, 0],
        [600 + 1e-5, 1e-3],
        [610, 2000],
      ]),
    ).toEqual([])
  })

  it('must be two at least', () => {
    expect(ofRows('QZ', [[1, 500]])).toEqual(['TOO_FEW_KEYS - -'])
    expect(
      ofRows('QZ', [
        [1, 500],
        [1, 500],
      ]),
    ).toEqual(['TOO_FEW_KEYS - -', 'DUPLICATE_ROW? 2 -'])
  })

  it('may be scattered points, unless they are on one line; other methods refuse them in words', () => {
    const scattered = [
      [600, 1, 5],
      [601, 2, 9],
      [602, 1, 7],
      [603, 2, 11],
    ]
    expect(ofRows('ZAQ', scattered)).toEqual([])
    const inLine = [600, 601, 602, 603].map((z) => [z, z - 599, 5 * (z - 599)])
    expect(ofRows('ZAQ', inLine)).toEqual(['SCATTERED - z'])
    // one lonely curve of four is no scatter
    const family = [600, 601, 602].flatMap((z) => [
      [z, 1, z - 600],
      [z, 2, 2 * (z - 600)],
    ])
    expect(ofRows('ZAQ', [...family, [603, 1, 3]])).toEqual([])
    expect(
      ofRows(
        'ZV',
        [
          [600, 0],
          [610, 1],
        ],
        { method: 'pchip' },
      ),
    ).toEqual(['METHOD_NOT_OFFERED - -'])
    expect(
      validateRows(
        'ZV',
        [
          [600, 0],
          [610, 1],
        ],
        { method: 'log-log' },
      ).issues[0].detail,
    ).toMatch(/log-log/)
  })
})

describe('groups', () => {
  it.each<[string, Group, number[][], string[]]>([
    [
      'a volume that falls',
      'ZV',
      [
        [600, 0],
        [610, 2],
        [605, 3],
      ],
      ['NOT_INCREASING 2 v'],
    ],
    [
      'a constant volume',
      'ZV',
      [
        [600, 0],
        [605, 2],
        [606, 2],
      ],
      ['AREA_FALLS? 3 v'],
    ],
    [
      'a volume below 0',
      'ZV',
      [
        [600, -1],
        [610, 2],
      ],
      ['NEGATIVE_VALUE 1 v'],
    ],
    [
      'an area that falls by 25%',
      'ZV',
      [
        [600, 0],
        [601, 4],
        [602, 7],
      ],
      ['AREA_FALLS? 3 v'],
    ],
    [
      'an area that falls by 20%',
      'ZV',
      [
        [600, 0],
        [601, 5],
        [602, 9],
      ],
      [],
    ],
    [
      'a spillway that falls',
      'FFZQ',
      [
        [600, 5],
        [601, 4],
      ],
      ['NOT_INCREASING 2 q'],
    ],
    [
      'a river that falls',
      'QZ',
      [
        [10, 501],
        [20, 500],
      ],
      ['NOT_INCREASING 2 z'],
    ],
    [
      'a constant discharge',
      'QZ',
      [
        [10, 501],
        [20, 501],
      ],
      [],
    ],
    [
      'a head gained',
      'QHL',
      [
        [0, 0],
        [10, -1],
      ],
      ['NEGATIVE_VALUE 2 h1', 'NOT_INCREASING 2 h1'],
    ],
    [
      'a gate that falls with the opening',
      'ZAQ',
      [
        [600, 1, 5],
        [600, 2, 4],
      ],
      ['NOT_INCREASING? 2 q'],
    ],
    [
      'a gate that falls with the level',
      'ZAQ',
      [
        [600, 1, 5],
        [600, 2, 8],
        [610, 1, 4],
        [610, 2, 9],
      ],
      ['NOT_INCREASING? 3 q'],
    ],
    [
      'a ratio in percent',
      'QETA',
      [
        [30, 0.7],
        [100, 0.9],
      ],
      ['PERCENT 1 qqmax'],
    ],
    [
      'an efficiency in percent',
      'QETA',
      [
        [0.3, 70],
        [1, 90],
      ],
      ['PERCENT 1 eta'],
    ],
    [
      'an efficiency too good',
      'QETA',
      [
        [0.3, 0.7],
        [1, 0.98],
      ],
      ['EFFICIENCY_OUT_OF_RANGE 2 eta'],
    ],
    [
      'an efficiency of nothing',
      'QETA',
      [
        [0, 0],
        [1, 0.9],
      ],
      ['EFFICIENCY_OUT_OF_RANGE 1 eta'],
    ],
    [
      'a ratio beyond',
      'QETA',
      [
        [0.3, 0.7],
        [1.25, 0.9],
      ],
      ['RATIO_OUT_OF_RANGE 2 qqmax'],
    ],
    [
      'a turbine that rises as it should',
      'ZPQ',
      [
        [600, 5, 5],
        [600, 10, 11],
        [610, 5, 4],
        [610, 10, 10],
      ],
      [],
    ],
    [
      'a turbine of constant power',
      'ZPQ',
      [
        [600, 5, 5],
        [600, 10, 5],
      ],
      ['NOT_INCREASING 2 q'],
    ],
    [
      'a turbine that rises in level',
      'ZPQ',
      [
        [600, 5, 5],
        [600, 10, 11],
        [610, 5, 6],
        [610, 10, 10],
      ],
      ['NOT_DECREASING? 3 q'],
    ],
  ])('reports %s', (_, group, rows, expected) => {
    expect(ofRows(group, rows)).toEqual(expected)
  })

  const rows = [
    [1, 100, 4, 4.5],
    [1, 100, 8, 9],
    [2, 100, 4, 4.6],
    [2, 100, 8, 9.1],
  ]
  it('reports power in the wrong unit by the efficiency it implies', () => {
    expect(ofRows('HPQ', rows)).toEqual([])
    expect(ofRows('HPQ', rows, { units: { p: 'kW' } })).toEqual(
      [1, 2, 3, 4].map((row) => `EFFICIENCY_OUT_OF_RANGE ${row} q`),
    )
  })

  it('reports the one impossible row', () => {
    // 8 MW from 8 m3/s under 100 m would be 102%
    const wrong = rows.map((row, i) => (i === 1 ? [1, 100, 8, 8] : row))
    expect(ofRows('HPQ', wrong)).toEqual(['EFFICIENCY_OUT_OF_RANGE 2 q'])
    expect(ofRows('nHPQ', wrong)).toEqual(['EFFICIENCY_OUT_OF_RANGE 2 q'])
    expect(ofRows('HPQ', [...rows, [1, 100, 0, 0]])).toEqual([])
  })
})

describe('a quantity in the wrong unit', () => {
  const lake = (factor: number) => [
    [320.5, 0],
    [400, 166.82 * factor],
    [415, 296.95 * factor],
  ]
  it('a lake of the size of a country is a volume in m3 taken for million m3', () => {
    expect(ofRows('ZV', lake(1))).toEqual([])
    expect(ofRows('ZV', lake(1e6))).toEqual(['UNIT_UNLIKELY - v'])
    expect(ofRows('ZV', lake(1e6), { units: { v: 'm3' } })).toEqual([])
    expect(ofRows('ZV', lake(1), { units: { v: 'm3' } })).toEqual(['UNIT_UNLIKELY? - v'])
  })

  it('a thousand MW are kW, where there is no head', () => {
    const rows = [
      [600, 1000, 2],
      [600, 36_000, 40],
      [610, 1000, 2],
      [610, 36_000, 39],
    ]
    expect(ofRows('ZPQ', rows, { units: { p: 'MW' } })).toEqual(['UNIT_UNLIKELY? - p'])
    expect(ofRows('ZPQ', rows, { units: { p: 'kW' } })).toEqual([])
    expect(ofRows('ZPQ', rows)).toEqual([])
  })
})
