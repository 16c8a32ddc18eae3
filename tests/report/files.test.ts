import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fullPath } from '#contract/endpoint.ts'
import { getReport, type ReportAnswer, type ReportBody } from '#contract/report.ts'
import { sheetsOf, wallOf, type ReadSheet } from './archive.ts'
import { AHEAD, fixture, local, type Fixture } from './plant.ts'

let f: Fixture
beforeAll(async () => {
  f = await fixture()
}, 240_000)
afterAll(() => f.server.close())

async function download(body: ReportBody, language: 'vi' | 'en' = 'en') {
  const token = await f.server.signIn('manager')
  const response = await f.server.app.web.inject({
    method: 'POST',
    url: fullPath(getReport),
    headers: {
      authorization: `Bearer ${token}`,
      'accept-language': language,
      'content-type': 'application/json',
    },
    payload: JSON.stringify(body),
  })
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  return {
    bytes: response.rawPayload,
    name: String(response.headers['content-disposition']),
    type: response.headers['content-type'],
  }
}

const WHAT = {
  from: '2025-09-01',
  to: '2025-10-17',
  quantities: ['general.lake_level', 'general.total_discharge_lake', 'basin.rain'],
  stations: ['MUA_DAUMOI', 'TV_BAVAN_H', 'TV_BAVAN_Q'],
}

/** Rows of a sheet from its first time on, without its foot. */
const bodyOf = ({ cells }: ReadSheet, rows: number) => {
  const first = cells.findIndex((row) => typeof row?.[0] === 'number')
  return cells.slice(first, first + rows)
}

/** Differences between the cells of a sheet and columns of the table on screen. */
function differences(sheet: ReadSheet, answer: ReportAnswer, columns: number[]): string[] {
  const rows = bodyOf(sheet, answer.t.length)
  expect(rows).toHaveLength(answer.t.length)
  return rows.flatMap((row, k) => {
    const wrong =
      wallOf(row[0] as number) === answer.t[k] + AHEAD
        ? []
        : [`row ${k}: ${row[0]}, not ${local(answer.t[k])}`]
    columns.forEach((c, i) => {
      const want = answer.v[c][k]
      const cell = row[i + 1] ?? null
      const { format, id } = answer.columns[c]
      if (format === 'method' || format === 'quality' || format === 'text') {
        if ((want === null) !== (cell === null) || (cell !== null && typeof cell !== 'string'))
          wrong.push(`${id} ${k}: ${cell}`)
        return
      }
      const got = format === 'time' && cell !== null ? wallOf(cell as number) - AHEAD : cell
      if (got !== want) wrong.push(`${id} ${local(answer.t[k])}: ${got}, not ${want}`)
    })
    return wrong
  })
}

describe('every cell of a file is that of the table on screen', () => {
  for (const language of ['vi', 'en'] as const)
    for (const kind of ['raw', 'hourly', 'daily', 'monthly', 'yearly'] as const)
      test(`${kind}, ${language}`, async () => {
        const body = {
          ...WHAT,
          kind,
          ...(kind === 'raw' && { to: '2025-09-08' }),
          day_start: 420,
          rain_day_start: 1140,
        }
        const answer = await f.report({ ...body, limit: 5000 })
        expect(answer.next).toBeNull()
        const all = answer.columns.map((_, c) => c)
        const { bytes, name } = await download({ ...body, format: 'xlsx', language })
        expect(name).toMatch(new RegExp(`SONGANVAN-${kind}-2025-.*xlsx`))
        const [cover, sheet, ...rest] = sheetsOf(bytes)
        expect(rest).toEqual([])
        expect(differences(sheet, answer, all).slice(0, 5)).toEqual([])
        const words = cover.cells.flat().join(' ')
        expect(words).toContain('Asia/Ho_Chi_Minh')
        expect(words).toContain(language === 'vi' ? 'Hồ chứa' : 'Reservoir')
        if (kind !== 'raw') expect(words).toContain('07:00')
        // The foot says what the foot on screen says.
        const foot = sheet.cells
          .slice(-8)
          .find((row) => row?.[0] === (language === 'vi' ? 'Lớn nhất' : 'Maximum'))!
        expect(foot.slice(1).map((c) => (c === '' ? null : c))).toEqual(answer.totals!.map((t) => t.max))
        // CSV has the same numbers, with the offset of the zone.
        const csv = (
          await download({ ...body, format: 'csv', language, separator: 'semicolon' })
        ).bytes.toString('utf8')
        expect(csv.charCodeAt(0)).toBe(0xfeff)
        const lines = csv.trim().split('\r\n').slice(1)
        expect(lines).toHaveLength(answer.t.length)
        const wrong = lines.flatMap((line, k) => {
          const fields = line.split(';')
          const instant =
            fields[0].length === 10 ? Date.parse(`${fields[0]}T00:00:00+07:00`) : Date.parse(fields[0])
          const time = instant === answer.t[k] ? [] : [`${line} is not of ${local(answer.t[k])}`]
          const cells = all.flatMap((c) => {
            const field = fields[c + 1]
            const got =
              field === '' ? null : answer.columns[c].format === 'time' ? Date.parse(field) : Number(field)
            return got === answer.v[c][k] ? [] : [`${answer.columns[c].id} ${line}`]
          })
          return [...time, ...cells]
        })
        expect(wrong.slice(0, 5)).toEqual([])
      }, 60_000)
})

test('in detail each object has a sheet of its own, with method, table in force and quality', async () => {
  const body: ReportBody = {
    kind: 'daily',
    from: '2025-09-18',
    to: '2025-09-23',
    outlets: ['spillway', 'unit.1'],
    mode: 'detail',
  }
  const answer = await f.report(body)
  const sheets = sheetsOf((await download({ ...body, format: 'xlsx' })).bytes).slice(1)
  const groups = [...new Set(answer.columns.map((c) => c.group))]
  expect(groups).toEqual(['outlet/spillway', 'unit/unit.1'])
  expect(sheets).toHaveLength(2)
  groups.forEach((group, i) => {
    const columns = answer.columns.flatMap((c, k) => (c.group === group ? [k] : []))
    expect(differences(sheets[i], answer, columns).slice(0, 5)).toEqual([])
  })
  expect(answer.columns.some((c) => c.id === 'leaf.spillway.1.opening/end')).toBe(true)
  expect(sheets.flatMap((s) => s.cells.flat())).toContain('Table')
  expect(sheets.flatMap((s) => s.cells.flat()).join(' ')).toContain('HPQ')
})

test('what people edited is a number with its mark, and what is missing is no number', async () => {
  const body: ReportBody = {
    kind: 'raw',
    from: '2025-09-14',
    to: '2025-09-16',
    stations: ['MUA_DAUMOI'],
    format: 'csv',
    with_quality: true,
  }
  const csv = (await download(body)).bytes.toString('utf8')
  expect(csv).toContain('2025-09-14T08:10:00+07:00,12.5,EDITED')
  const missing = (
    await download({ ...body, kind: 'daily', from: '2025-09-02', to: '2025-09-05' })
  ).bytes.toString('utf8')
  // More than half of 3 September is missing: no total.
  expect(missing).toMatch(/2025-09-03,,/)
})

test('names that a spreadsheet would compute stay texts', async () => {
  const { app } = f.server
  const who = { actor: 'test', address: null, hydro: 'SONGANVAN' }
  const d = await app.plants.describe('SONGANVAN')
  const station = d.stations.find((s) => s.id === 'MUA_BAVAN')!
  await app.services.db.tx((c) =>
    app.plants.change(c, who, {
      hydroCode: 'SONGANVAN',
      noun: 'station',
      itemId: station.id,
      from: null,
      to: null,
      body: { ...station.body, name: '=cmd()[1]/a?' },
      reason: null,
    }),
  )
  app.plants.changed('SONGANVAN', null, null)
  const body: ReportBody = {
    kind: 'daily',
    from: '2025-09-02',
    to: '2025-09-05',
    stations: ['MUA_BAVAN'],
    mode: 'detail',
  }
  const [, sheet] = sheetsOf((await download({ ...body, format: 'xlsx' })).bytes)
  expect(sheet.name).not.toMatch(/[[\]*?/\\:]/)
  expect(sheet.cells.flat()).toContain('=cmd()[1]/a?')
  expect((await download({ ...body, format: 'csv' })).bytes.toString('utf8')).toContain("'=cmd()[1]/a?")
})
