import { afterAll, beforeAll, expect, test } from 'vitest'
import { getReadings } from '#contract/readings.ts'
import { demoDescription } from '#plant/describe.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'

const seed = demoDescription()
const SERIES = 'level.reservoir.1'
const from = '2026-11-20T14:00:00+07:00'
const at = (minute: number) => `2026-11-20T14:${String(minute).padStart(2, '0')}:00+07:00`

let server: TestServer
let token: string
beforeAll(async () => {
  server = await testServer({ now: Date.parse('2026-11-20T15:00:00+07:00') })
  await addReservoir(server.app, seed)
  token = await server.ingestToken(seed.hydroCode)
})
afterAll(() => server.close())

async function post(...lines: string[]) {
  const answer = await server.app.web.inject({
    method: 'POST',
    url: '/api/ingest/v1/readings',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv', 'accept-language': 'en' },
    payload: lines.join('\n'),
  })
  return { status: answer.statusCode, body: answer.json() }
}

async function stored() {
  const { body } = await server.call(
    getReadings,
    { query: { series: SERIES, from, to: at(59) } } as never,
    { token } as never,
  )
  return JSON.stringify(body.data)
}

test('a decimal comma is refused at its row, and the rows beside it are stored', async () => {
  const { status, body } = await post(
    'series,t,v',
    `${SERIES},${at(1)},410.25`,
    `${SERIES},${at(2)},410,25`,
    `${SERIES},${at(3)},"410,25"`,
    `${SERIES},${at(4)},410.5`,
    `${SERIES},${at(10)},`,
    `${SERIES},${at(9)}`,
    `${SERIES},${at(9)},1,234.5`,
    `${SERIES},${at(9)},410.5,`,
    `${SERIES},${at(9)},"410".25`,
    `${SERIES},${Date.parse(at(9)) / 1000},410.5`,
    `${SERIES},${at(9)},"410`,
  )
  expect(status).toBe(200)
  expect(body.data).toEqual({
    accepted: 3,
    unchanged: 0,
    rejected: [
      {
        index: 1,
        code: 'too_many_fields',
        message: `The row “${SERIES},${at(2)},410,25” has 4 fields but the header has 3: use a decimal point, as in 410.25`,
      },
      { index: 2, code: 'not_a_number', message: 'The value is not a number' },
      {
        index: 5,
        code: 'too_few_fields',
        message: `The row “${SERIES},${at(9)}” has 2 fields but the header has 3`,
      },
      { index: 6, code: 'too_many_fields', message: expect.stringContaining('1,234.5') },
      { index: 7, code: 'too_many_fields', message: expect.stringContaining('410.5,') },
      { index: 8, code: 'not_a_number', message: 'The value is not a number' },
      { index: 9, code: 'looks_like_seconds', message: expect.stringContaining('epoch milliseconds') },
      { index: 10, code: 'not_a_number', message: 'The value is not a number' },
    ],
  })
  const text = await stored()
  expect(text).toContain('410.25')
  expect(text).toContain('410.5')
  expect(text).not.toMatch(/\b410(?!\.)\b/)
})

test('a decimal comma is refused with a grade in the header as well', async () => {
  const { body } = await post(
    'series,t,v,q',
    `${SERIES},${at(5)},410,25`,
    `${SERIES},${at(6)},410,25,0`,
    `${SERIES},${at(7)},410,5,0`,
    `${SERIES},${at(7)},410`,
  )
  expect(body.data.rejected.map((r: { code: string }) => r.code)).toEqual([
    'bad_quality',
    'too_many_fields',
    'too_many_fields',
    'too_few_fields',
  ])
})

test('rows separated by semicolons are refused as a whole, by the header', async () => {
  const { status, body } = await post('series;t;v', `${SERIES};${at(8)};410,25`)
  expect(status).toBe(400)
  expect(body.errors).toMatchObject([{ path: 'header', code: 'header' }])
})
