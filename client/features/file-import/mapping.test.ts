import { expect, test } from 'vitest'
import { importMapping, type ImportLayout } from '#contract/imports.ts'
import {
  NEW,
  SKIP,
  mappingDraft,
  mappingOf,
  mappingProblems,
  unitFor,
  unitsFor,
  type KnownSeries,
} from './mapping.ts'

const known: KnownSeries[] = [
  { code: 'level.reservoir.1', name: 'Hồ', unit: 'm', kind: 'instant', source: 'ingest' },
  { code: 'release.total', name: 'Xả', unit: 'm3/s', kind: 'mean', source: 'ingest' },
]
const guess = (series: string, isKnown: boolean, unit: string) => ({
  series,
  known: isKnown,
  unit,
  kind: 'mean' as const,
  step: 3600,
  name: series,
})
const column = (place: number, name: string, of: ReturnType<typeof guess> | null) => ({
  place,
  name,
  unit: '',
  filled: 10,
  numeric: 10,
  guess: of,
})
const layout: ImportLayout = {
  form: {
    kind: 'csv',
    delimiter: ',',
    decimal: '.',
    encoding: 'utf-8',
    header: 'names',
    header_line: 1,
    sheet: null,
    sheets: [],
  },
  columns: [
    column(1, 'time', null),
    column(2, 'level_m', guess('level.reservoir.1', true, 'cm')),
    column(3, 'release', guess('release.total', true, 'm3/s')),
    column(4, 'inflow', guess('inflow.inflow', false, 'm3/s')),
  ],
  time: [1],
  ambiguous: null,
  step: 3600,
  no_data: ['-9999'],
  rows: [],
  seen: 10,
}

test('existing series are suggested, new ones only on request', () => {
  const draft = mappingDraft(layout, null)
  expect(draft.columns.map((c) => c.go)).toEqual([SKIP, 'level.reservoir.1', 'release.total', SKIP])
  expect(mappingProblems(draft, known).size).toBe(0)
  const mapping = mappingOf(draft, known)
  expect(importMapping.parse(mapping)).toMatchObject({
    time: [1],
    noData: ['-9999'],
    columns: [
      { column: 2, series: 'level.reservoir.1', unit: 'cm' },
      { column: 3, series: 'release.total', unit: 'm3/s' },
    ],
  })
})

test('a draft and its mapping convert into each other', () => {
  const draft = mappingDraft(layout, null)
  draft.replace = true
  draft.columns[2].stamp = 'start'
  draft.columns[3] = { ...draft.columns[3], go: NEW, code: 'inflow.published', step: '' }
  const mapping = importMapping.parse(mappingOf(draft, known))
  expect(mapping.columns[1]).toMatchObject({ stamp: 'start' })
  expect(mapping.columns[2]).toMatchObject({ series: 'inflow.published', kind: 'mean', step: null })
  expect(importMapping.parse(mappingOf(mappingDraft(layout, mapping), known))).toEqual({
    ...mapping,
    columns: mapping.columns.map((c) => (c.series === 'inflow.published' ? { ...c, step: 3600 } : c)),
  })
})

test('missing choices are errors at their columns', () => {
  const draft = mappingDraft(layout, null)
  draft.columns[3] = { ...draft.columns[3], go: NEW, code: 'mã có dấu' }
  expect([...mappingProblems(draft, known)]).toEqual([[4, 'code']])
  draft.columns[3].code = 'release.total'
  expect(mappingProblems(draft, known).get(4)).toBe('twice')
  draft.columns = draft.columns.map((c) => ({ ...c, go: SKIP }))
  expect([...mappingProblems(draft, known)]).toEqual([[0, 'noColumns']])
})

test('a column may be in any unit that converts to its series', () => {
  expect(unitsFor(known[0])).toEqual(['m', 'cm', 'mm', 'in', 'ft'])
  expect(unitsFor(undefined).length).toBeGreaterThan(10)
})

test('a unit stated by the file is never replaced by a guess', () => {
  const stated = { unit: 'psi', unit_read: 'psi' }
  expect(unitFor(known[0], stated, '')).toBe('')
  expect(unitFor(known[0], { unit: 'fathom', unit_read: null }, 'm')).toBe('m')
  expect(unitFor(known[0], { unit: 'fathom', unit_read: null }, '')).toBe('')
  expect(unitFor(known[0], { unit: 'cm', unit_read: 'cm' }, 'm3/s')).toBe('cm')
  expect(unitFor(known[0], { unit: '', unit_read: null }, 'm3/s')).toBe('m')
  const psi = { ...column(2, 'Lvl_psi', null), ...stated }
  const draft = mappingDraft({ ...layout, columns: [layout.columns[0], psi] }, null)
  expect(draft.columns[1].unit).toBe('psi')
  const unknown = { ...column(2, 'Level', null), unit: 'fathom', unit_read: null }
  const open = mappingDraft({ ...layout, columns: [layout.columns[0], unknown] }, null)
  open.columns[1].go = 'level.reservoir.1'
  expect(mappingProblems(open, known).get(2)).toBe('unit')
})

test('an ambiguous date has the day first where that is usual', () => {
  const two = { ...layout, ambiguous: '01/10/2026' }
  expect(mappingDraft({ ...two, day_first: true }, null).timeFormat).toBe('dmy')
  expect(mappingDraft({ ...two, day_first: false }, null).timeFormat).toBe('auto')
  expect(mappingDraft({ ...layout, day_first: true }, null).timeFormat).toBe('auto')
})
