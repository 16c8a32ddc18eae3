import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase, freshDatabase } from '../database.ts'
import { NOT_RUN, walkOn } from '../proof/citus.ts'
import { JOURNEYS, openGround, type Ground } from './journeys.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround(await freshDatabase())
})
afterAll(() => ground.close())

describe('the journeys of the proof on a cluster, on one machine', () => {
  for (const { name, walk } of JOURNEYS) test(name, () => walk(ground))
})

describe('the proof', () => {
  test('without a cluster reports that it was not run', async () => {
    const lines: string[] = []
    expect(await walkOn(null, false, (line) => lines.push(line))).toBe(NOT_RUN)
    expect(lines).toEqual([expect.stringContaining('not run: CITUS_URL names no cluster')])
  })

  test('refuses PostgreSQL without Citus, and a database that is not empty', async () => {
    const [empty, full] = [await emptyDatabase(), await freshDatabase()]
    try {
      await expect(walkOn(empty.url, false, () => {})).rejects.toThrow('without the Citus extension')
      await expect(walkOn(full.url, true, () => {})).rejects.toThrow('the database is not empty (account')
    } finally {
      await empty.drop()
      await full.drop()
    }
  })
})
