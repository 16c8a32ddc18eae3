import { expect, test } from 'vitest'
import type { TableItem } from '#contract/tables/table.ts'
import { readAddress, writeAddress } from '../../lib/address-fields.ts'
import { groupedTables, TABLE_FIELDS, type TableFilter } from './list.ts'

const item = (part: Partial<TableItem>): TableItem => ({
  id: 'a',
  version: 'v',
  group: 'ZV',
  type: 1,
  inputs: 1,
  name: 'x',
  object: { kind: 'plant', id: null, name: 'Hồ' },
  from: null,
  to: null,
  loop_by_year: false,
  active: true,
  in_force: true,
  rows: 2,
  units: {},
  head_kind: null,
  file_name: '',
  has_file: false,
  uploaded_at: 0,
  recorded_at: 0,
  recorded_by: '',
  recorded_by_name: null,
  reason: null,
  superseded_at: null,
  ...part,
})
const all: TableFilter = { group: null, object: null, state: null }
const state = (i: TableItem) => (i.in_force ? 'inForce' : 'off')

const read = (address: string) => readAddress(TABLE_FIELDS, new URLSearchParams(address))

test('an address is read; what makes no sense is left out', () => {
  expect(read('group=ZAQ&object=g.1&state=inForce')).toEqual({
    group: 'ZAQ',
    object: 'g.1',
    state: 'inForce',
  })
  expect(read('group=ZQ&object=&state=new')).toEqual(all)
  expect(read('state=retired').state).toBe('retired')
})

test('a part changes only itself', () => {
  const next = writeAddress(
    TABLE_FIELDS,
    { group: null, state: 'others' },
    new URLSearchParams('group=ZV&table=t'),
  )
  expect(next.toString()).toBe('state=others&table=t')
})

test('groups in their usual order; in force before others, the newest first', () => {
  const items = [
    item({ version: 'old', in_force: false, uploaded_at: 1 }),
    item({ version: 'off', in_force: false, uploaded_at: 3 }),
    item({ version: 'now', uploaded_at: 2 }),
    item({ version: 'q', group: 'QZ' }),
    item({ version: 'station', group: 'ZQ' }),
  ]
  const found = groupedTables([...items].reverse(), all, state)
  expect(found.map((g) => [g.group, g.items.map((i) => i.version)])).toEqual([
    ['ZV', ['now', 'off', 'old']],
    ['QZ', ['q']],
  ])
  expect(groupedTables(items, { ...all, state: 'others' }, state)[0].items).toHaveLength(2)
  expect(groupedTables(items, { ...all, object: 'plant', group: 'QZ' }, state)[0].items).toHaveLength(1)
  expect(groupedTables(items, { ...all, object: 'gate' }, state)).toEqual([])
  // Retired tables are a separate list, which is shown whole.
  expect(groupedTables(items, { ...all, group: 'ZV', state: 'retired' }, state)[0].items).toHaveLength(3)
})
