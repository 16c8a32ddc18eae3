import { expect, test } from 'vitest'
import { isFiltered, readAddress, writeAddress } from '../../lib/address-fields.ts'
import { GATE_LOG_FIELDS, gateLogQuery } from './filter.ts'

const read = (text: string) => readAddress(GATE_LOG_FIELDS, new URLSearchParams(text))

test('an address survives parsing and writing; invalid parts are left out', () => {
  const whole = 'from=2026-10-01&to=2026-10-03&object=leaf%3Agate1%3Aa&source=hand&search=125&page=2'
  expect(writeAddress(GATE_LOG_FIELDS, read(whole)).toString()).toBe(whole)
  expect(gateLogQuery(read(whole))).toEqual({
    from: '2026-10-01',
    to: '2026-10-04',
    kind: 'leaf',
    object_id: 'gate1:a',
    source: 'hand',
    search: '125',
  })
  const wrong = read('from=2026-10-05&to=2026-10-03&object=door&source=ghost&page=-1')
  expect(writeAddress(GATE_LOG_FIELDS, wrong).toString()).toBe('')
  expect(isFiltered(GATE_LOG_FIELDS, wrong)).toBe(false)
  expect(gateLogQuery(read('object=unit'))).toMatchObject({ kind: 'unit', object_id: undefined })
})
