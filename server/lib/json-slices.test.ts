import { expect, test } from 'vitest'
import { jsonInSlices } from './json-slices.ts'

const rows = Array.from({ length: 2500 }, (_, i) => ({
  i,
  text: i % 3 === 0 ? 'Hồ, "A"' : undefined,
  v: i / 7,
}))

test.each([
  ['a long list', rows],
  ['long lists in fields', { from: 1, none: undefined, rows, empty: [], of: { nested: rows.slice(0, 3) } }],
  ['a list of exactly one slice', rows.slice(0, 1000)],
  ['a list of undefined', { list: [undefined, () => 1, NaN] }],
  ['a date', new Date(0)],
  ['null', null],
  ['a number', 3],
])('%s is written as by JSON.stringify', async (_name, value) => {
  expect(await jsonInSlices(value)).toBe(JSON.stringify(value))
})

test('an empty value is null', async () => expect(await jsonInSlices(undefined)).toBe('null'))

test('others get a turn between slices', async () => {
  let turns = 0
  const count = () => void (turns++, next())
  let timer: NodeJS.Immediate
  const next = () => (timer = setImmediate(count))
  next()
  await jsonInSlices({ rows })
  clearImmediate(timer!)
  expect(turns).toBeGreaterThanOrEqual(2)
})
