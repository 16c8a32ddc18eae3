import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inForce } from '#core/description/index.ts'
import {
  ImportError,
  TableError,
  importPlant,
  importTable,
  type ImportContext,
  type TableRequest,
} from '#server/history-import/index.ts'
import { testServer, type TestServer } from '../server.ts'
import { folder } from './files.ts'
import { contextOf, dakDrinh, file, there } from './real.ts'

const NOW = Date.UTC(2025, 11, 1)
let server: TestServer
let ctx: ImportContext
const files = folder()
let plant = ''
let n = 0

beforeAll(async () => {
  server = await testServer({ now: NOW })
  ctx = contextOf(server)
})
afterAll(async () => {
  files.remove()
  await server.close()
})

async function freshPlant() {
  plant = `T${++n}`
  await importPlant(ctx, { ...dakDrinh, hydroCode: plant })
}

const zv = (content: string, rest: Partial<TableRequest> = {}) =>
  importTable(ctx, {
    plant,
    group: 'ZV',
    file: files.write(`t${Math.random()}.csv`, content),
    columns: ['level', 'storage'],
    unit: 'm3',
    ...rest,
  })

const refused = (error: unknown) => {
  if (error instanceof TableError)
    return error.issues.filter((i) => i.severity === 'error').map((i) => [i.code, i.line, i.column])
  return error instanceof ImportError ? error.problems.map((p) => p.word) : error
}

describe('a table from a file', () => {
  test('becomes a version of the plant, from always if there was none, else from the stated day', async () => {
    await freshPlant()
    const first = await zv('# of 2010\nlevel,storage,area\n320,0,1\n400,1000000,2\n')
    expect(first).toMatchObject({ rows: 2, warnings: [] })
    await expect(zv('level,storage\n320,0\n400,900000\n').catch(refused)).resolves.toEqual(['table_from'])
    await expect(zv('level,storage\n320,0\n400,900000\n', { from: 'soon' }).catch(refused)).resolves.toEqual([
      'bad_date',
    ])
    const second = await zv('level,storage\n320,0\n400,900000\n', { from: '2025-06-01' })
    expect(second.item).toBe(first.item)
    const { tables } = await ctx.plants.describe(plant)
    const at = (t: number) => inForce(tables, t)?.body.rows[1][1]
    const change = Date.UTC(2025, 4, 31, 17)
    expect(at(change - 1)).toBe(1_000_000)
    expect(at(change)).toBe(900_000)
    expect(tables[0].body).toMatchObject({ group: 'ZV', object: null, units: { v: 'm3' }, active: true })
  })

  test('a dry run only checks', async () => {
    await freshPlant()
    expect(await zv('level,storage\n320,0\n400,900000\n', { dry: true })).toMatchObject({
      version: null,
      rows: 2,
    })
    expect((await ctx.plants.describe(plant)).tables).toEqual([])
  })

  test('errors name the line and column of the file', async () => {
    await freshPlant()
    const content = '# source\nlevel,storage\n320,0\n\n330,5\n340,x\n350,\n'
    await expect(zv(content).catch(refused)).resolves.toEqual([
      ['NOT_A_NUMBER', 6, 'storage'],
      ['NOT_A_NUMBER', 7, 'storage'],
    ])
    const falling = await zv('level,storage\n320,0\n330,50\n340,40\n').catch(refused)
    expect(falling).toEqual([['NOT_INCREASING', 4, 'storage']])
    await expect(zv('level,storage\n320,0\n', {}).catch(refused)).resolves.toEqual([
      ['TOO_FEW_KEYS', null, null],
    ])
    await expect(zv('z,v\n320,0\n', {}).catch(refused)).resolves.toEqual(['no_column'])
    await expect(zv('level,storage\n320,0\n', { unit: 'm' }).catch(refused)).resolves.toEqual(['table_unit'])
    await expect(zv('a,b\n1,2\n', { columns: ['a'] }).catch(refused)).resolves.toEqual(['table_columns'])
    // Without names the header must be that of the group.
    await expect(zv('level,storage\n320,0\n', { columns: undefined }).catch(refused)).resolves.toEqual([
      ['WRONG_STRUCTURE', null, null],
    ])
    expect((await ctx.plants.describe(plant)).tables).toEqual([])
  })

  test('has decimal commas, other units of volume, the header of the group itself', async () => {
    await freshPlant()
    await zv('V;Z\n0;320,5\n1;400\n', { columns: undefined, unit: 'acre-ft' })
    const { tables } = await ctx.plants.describe(plant)
    expect(tables[0].body.rows).toEqual([
      [320.5, 0],
      [400, 1233.48183754752],
    ])
  })
})

describe.skipIf(!there)('real tables (skipped where ../shared is absent)', () => {
  test('1,901 points at a centimetre', async () => {
    await freshPlant()
    const result = await importTable(ctx, {
      plant,
      group: 'ZV',
      file: file('tables/do_tavera_level_storage.csv'),
      columns: ['level_m', 'storage_Mm3'],
      unit: '10^6 m3',
    })
    expect(result.rows).toBe(1901)
  })
})
