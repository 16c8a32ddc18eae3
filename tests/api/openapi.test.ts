import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Validator } from '@seriousme/openapi-schema-validator'
import { generate } from 'openapi-typescript-codegen'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import { operations } from '#contract/index.ts'
import { demoDescription } from '#plant/describe.ts'
import { openapi } from '#server/lib/openapi.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SERVICE = { username: 'scada', password: 'Machine-2026-key' }
const document = JSON.parse(JSON.stringify(openapi(operations, '0.0.0'))) as {
  components: { securitySchemes: Record<string, object>; schemas: Record<string, unknown> }
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId: string
  'x-access': string
  security: object[]
  parameters: { name?: string; in?: string; required?: boolean; $ref?: string }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, { content: Record<string, { schema: { properties?: Record<string, object> } }> }>
}

const operationOf = (e: Endpoint) => document.paths[fullPath(e)][e.method.toLowerCase()]
const named = (id: string) => operationOf(operations.get(id)!)
const bodyRequired = (id: string) => named(id).requestBody?.required
const dataOf = (id: string) => named(id).responses['200'].content['application/json'].schema.properties!.data

describe('the document', () => {
  test('is valid, and every reference leads somewhere', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(() => validator.resolveRefs()).not.toThrow()
    expect(JSON.stringify(document)).not.toContain('#/$defs/')
  })

  test('has the name, access and every outcome of each call', () => {
    const ids = [...operations].map(([id, e]) => {
      const operation = operationOf(e)
      expect(operation.operationId).toBe(id)
      expect(operation['x-access'], id).toBe(e.access)
      expect(operation.security.length > 0, id).toBe(e.access !== 'public')
      expect(Object.keys(operation.responses), id).toContain('500')
      return operation.operationId
    })
    expect(new Set(ids).size).toBe(ids.length)
    expect(Object.keys(named('addPosition').responses)).toEqual(
      ['200', '400', '401', '403', '404', '409', '413', '415', '422', '429', '500', '503'], // prettier-ignore
    )
  })

  test('names the token header of the Basic API, and headers that name the object of a call', () => {
    expect(document.components.securitySchemes.token).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'token',
    })
    expect(named('listPositions').security).toEqual([{ token: [] }, { bearer: [] }])
    expect(named('postReadings').security).toEqual([{ ingest: [] }])
    expect(named('serviceLogin').security).toEqual([])
    const header = (id: string, name: string) =>
      named(id).parameters.find((p) => p.name === name && p.in === 'header')
    expect(header('uploadStationZq', 'station')).toMatchObject({ required: true })
    expect(header('getStationZq', 'station')).toMatchObject({ required: false })
    expect(header('uploadOutletXa', 'outlet')).toMatchObject({ required: true })
    expect(header('getOutletXa', 'outlet')).toMatchObject({ required: false })
    for (const [id, e] of operations) {
      const hydro = operationOf(e).parameters.some((p) => p.$ref === '#/components/parameters/hydro')
      expect(hydro, id).toBe(e.access !== 'public')
    }
  })

  test('marks a body as required where something in it is required', () => {
    expect([bodyRequired('addPosition'), bodyRequired('addPositions'), bodyRequired('postReadings')]).toEqual(
      [true, true, true],
    )
    expect([bodyRequired('getHydroInformation'), bodyRequired('onlyCalculate')]).toEqual([false, false])
    expect(bodyRequired('listPositions')).toBeUndefined()
    expect(bodyRequired('uploadStationZq')).toBe(true)
  })

  test('has the fields of the answers of the Basic API', () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    expect(dataOf('listPositions')).toEqual({ type: 'array', items: ref('MeasurePosition') })
    expect(dataOf('getOutletsData')).toMatchObject({
      properties: { units: { items: ref('TurbineUnit') }, exhausts: { items: ref('Exhaust') } },
    })
    expect(dataOf('calculationParameter')).toEqual(ref('CalculationParameters'))
    expect(dataOf('getHydroInformation')).toEqual(ref('HydroInformation'))
    expect(dataOf('getTableInterpolateData')).toEqual(ref('InterpolationTable'))
    expect(document.components.schemas.MeasurePosition).toMatchObject({
      properties: { measure_position_id: { type: 'string' }, every: { type: 'integer' } },
      required: ['measure_position_id', 'version', 'name', 'type', 'series', 'every'],
    })
  })
})

/** A program against the generated client; the errors that it expects show that fields have types. */
const USE = `
import { ApiError, BasicService, IngestService, OpenAPI, type MeasurePosition } from './client'

export async function use(base: string, credentials: { username: string; password: string }, secret: string) {
  OpenAPI.BASE = base
  const { data: session } = await BasicService.serviceLogin({ requestBody: credentials })
  OpenAPI.HEADERS = { token: session.token }
  const [hydro] = session.hydro_codes
  const { data: plant } = await BasicService.getHydroInformation({ hydro, requestBody: {} })
  const normal: number = plant.normal_water_level
  const { data: positions } = await BasicService.listPositions({ hydro })
  const first: MeasurePosition = positions[0]
  const { data: changed } = await BasicService.changePosition({
    hydro,
    requestBody: { measure_position_id: first.measure_position_id, name: 'Renamed by a client' },
  })
  const refused = await BasicService.addPosition({ hydro, requestBody: { name: 'Without a series' } }).catch((e) => e)
  OpenAPI.HEADERS = { authorization: 'Bearer ' + secret }
  const { data: stored } = await IngestService.postReadings({
    requestBody: { readings: [{ series: first.series, t: '2026-10-20T11:50:00+07:00', v: 410.25 }] },
  })
  return {
    hydro,
    normal,
    name: changed.name,
    accepted: stored.accepted,
    refused: refused instanceof ApiError ? refused.status : 0,
    paths: refused.body.errors.map((e: { path: string }) => e.path),
  }
}

export async function wrong() {
  // @ts-expect-error a changed position is named
  await BasicService.changePosition({ requestBody: { name: 'x' } })
  // @ts-expect-error a level is a number
  await BasicService.serviceLogin({ requestBody: { username: 1, password: '' } })
  const { data } = await BasicService.getHydroInformation({ requestBody: {} })
  // @ts-expect-error it has no such field
  return data.no_such_field
}
`

describe('a client generated from it', () => {
  let server: TestServer
  let folder: string

  beforeAll(async () => {
    server = await testServer({
      env: { SERVICE_USERNAME: SERVICE.username, SERVICE_PASSWORD: SERVICE.password },
    })
    const seed = demoDescription()
    await addReservoir(server.app, seed)
    await mkdir(join(ROOT, 'tmp'), { recursive: true })
    folder = await mkdtemp(join(ROOT, 'tmp', 'client-'))
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('compiles, and its calls are served', async () => {
    const headers = { authorization: `Bearer ${await server.signIn('viewer')}` }
    const { body } = await server.raw({ method: 'GET', url: '/api/openapi.json', headers })
    await generate({
      input: body,
      output: join(folder, 'client'),
      useOptions: true,
      useUnionTypes: true,
    })
    await writeFile(join(folder, 'use.ts'), USE)
    const compilerOptions = {
      strict: true,
      target: 'es2024',
      module: 'preserve',
      lib: ['es2024', 'dom'],
      types: [],
      noEmit: true,
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch((e) => e)
    expect(stdout).toBe('')

    await server.app.web.listen({ host: '127.0.0.1', port: 0 })
    const { port } = server.app.web.server.address() as AddressInfo
    const { use } = (await import(join(folder, 'use.ts'))) as {
      use(base: string, credentials: typeof SERVICE, secret: string): Promise<object>
    }
    const { hydroCode, plant, positions } = demoDescription()
    const secret = await server.ingestToken(hydroCode, ['write'])
    expect(await use(`http://127.0.0.1:${port}`, SERVICE, secret)).toEqual({
      hydro: hydroCode,
      normal: plant.levels.normal,
      name: 'Renamed by a client',
      accepted: 1,
      refused: 400,
      paths: ['type', 'series', 'every'],
    })
    const held = (await server.app.plants.fresh(hydroCode)).positions
    expect(held.map((v) => v.body.name)).toContain('Renamed by a client')
    expect(positions.length).toBeGreaterThan(0)
  })
})
