import { expect, test } from 'vitest'
import { isFiltered, queryOf, readFilter, writeFilter } from './filter.ts'

const of = (text: string) => readFilter(new URLSearchParams(text))

test('what is in the address comes out as it went in; what makes no sense is left out', () => {
  const whole = 'from=2026-10-01&to=2026-10-03&object=leaf%3Agate1%3Aa&source=hand&search=125&page=2'
  expect(writeFilter(of(whole)).toString()).toBe(whole)
  expect(queryOf(of(whole))).toEqual({
    from: '2026-10-01',
    to: '2026-10-04',
    kind: 'leaf',
    object_id: 'gate1:a',
    source: 'hand',
    search: '125',
  })
  const wrong = of('from=2026-10-05&to=2026-10-03&object=door&source=ghost&page=-1')
  expect(writeFilter(wrong).toString()).toBe('')
  expect(isFiltered(wrong)).toBe(false)
  expect(queryOf(of('object=unit'))).toMatchObject({ kind: 'unit', object_id: undefined })
})
