import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { seedSchema } from '#contract/seed.ts'

test('the example of a plant in docs is a valid plant', () => {
  const text = readFileSync(new URL('../../docs/example-plant.json', import.meta.url), 'utf8')
  const parsed = seedSchema.safeParse(JSON.parse(text))
  expect(parsed.error?.issues ?? []).toEqual([])
})
