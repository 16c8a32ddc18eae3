import { describe, expect, test } from 'vitest'
import type { Candidate } from '#contract/tables/uploads.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { checkOf, tableDraft, inGroup, tableProblems, saveOf } from './draft.ts'
import { ORDER } from './groups.ts'
import type { GroupOffer } from './queries.ts'

const candidate: Candidate = {
  candidate: 0,
  sheet: 'Z-V',
  range: 'A1:B4',
  header_row: 1,
  columns: [
    { letter: 'A', name: 'z', field: 'z' },
    { letter: 'B', name: 'v', field: 'v' },
  ],
  group: 'ZV',
  groups: ['ZV'],
  decimal: '.',
  head_kind: null,
  rows: 3,
  first_rows: [],
  errors: 0,
  warnings: 0,
  issues: [],
  name: 'Z-V',
}
const plant = { kind: 'plant', id: null, name: 'Hồ' } as const
const gate = (id: string) => ({ kind: 'gate' as const, id, name: id })
const offer = (group: GroupOffer['group'], objects: GroupOffer['objects']): GroupOffer => ({
  group,
  type: 1,
  columns: [],
  objects,
  units: [],
  head: false,
})
const offers = [offer('ZV', [plant]), offer('ZAQ', [gate('g1'), gate('g2')]), offer('HPQ', [plant])]
const preset = { groups: ORDER }
const today = '2026-11-21'
const around = { candidate, preset, offers, items: [], today }

describe('the initial guess for a table of a file', () => {
  test('is its own group, the only object, always', () => {
    const draft = tableDraft(candidate, preset, offers, [], today)
    expect(draft).toMatchObject({ group: 'ZV', object: 'plant', from: null, columns: null })
    expect(tableProblems(draft)).toEqual([])
  })

  test('begins today if the object has a table already', () => {
    const item = { group: 'ZV', object: plant, active: true } as unknown as TableItem
    expect(tableDraft(candidate, preset, offers, [item], today).from).toBe(today)
  })

  test('leaves the group open on a page with other groups; on a page of one group it is that one', () => {
    expect(tableDraft(candidate, { groups: ['ZAQ', 'FFZQ'] }, offers, [], today).group).toBeNull()
    const rating = tableDraft(candidate, { groups: ['ZAQ'], object: 'g2' }, offers, [], today)
    expect(rating).toMatchObject({ group: 'ZAQ', object: 'g2', columns: ['A', null, null] })
    expect(tableProblems(rating)).toEqual(['columns'])
  })

  test('another group drops an object that it cannot have', () => {
    const draft = tableDraft(candidate, preset, offers, [], today)
    expect(inGroup(draft, 'ZAQ', around).object).toBeNull()
    expect(inGroup({ ...draft, object: 'g1' }, 'ZV', around).object).toBe('plant')
  })
})

describe('the request', () => {
  const draft = tableDraft(candidate, preset, offers, [], today)

  test('has units only where the group has them, null for the reservoir, and the whole last day', () => {
    const body = saveOf('u', 0, { ...draft, from: '2026-01-01', to: '2026-01-31' }, true, ['v1'])
    expect(body).toMatchObject({
      units: { v: '10^6 m3' },
      head_kind: null,
      object: null,
      from: '2026-01-01',
      to: '2026-02-01',
      accept_warnings: true,
      replaces: ['v1'],
      reason: null,
    })
    expect(saveOf('u', 0, { ...draft, group: 'HPQ', power: 'kW', head: 'net' }, false, [])).toMatchObject({
      units: { p: 'kW' },
      head_kind: 'net',
    })
  })

  test('is null before group and columns are chosen; without a period while that is invalid', () => {
    expect(checkOf('u', 0, { ...draft, group: null })).toBeNull()
    expect(checkOf('u', 0, { ...draft, columns: ['A', null] })).toBeNull()
    expect(checkOf('u', 0, { ...draft, loop: true })).not.toHaveProperty('from')
    expect(checkOf('u', 0, draft)).toMatchObject({ object: null, from: null, to: null })
  })
})
