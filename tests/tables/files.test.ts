import { deflateRawSync } from 'node:zlib'
import { writeOds } from 'hucre'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL_GROUPS } from '#core/description/index.ts'
import { validateRows } from '#core/tables/index.ts'
import { checkUpload, previewUpload, saveTable, TABLE_LIMIT } from '#contract/tables/uploads.ts'
import { exampleOf } from '#server/features/tables/output.ts'
import { csv, tableFixture, workbook, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => (fixture = await tableFixture()))
afterAll(() => fixture.server.close())

const stored = async () => {
  const { db } = fixture.server.app.services
  const [row] = await db.query<{ n: number }>(
    "SELECT (SELECT count(*) FROM description WHERE noun = 'table')::int + (SELECT count(*) FROM file)::int AS n",
  )
  return row.n
}

const ZV = [
  ['z', 'v'],
  [380, 40],
  [390, 90],
  [400, 160],
]

describe('tables in a file', () => {
  test('a csv: its group, range, rows and decimal sign', async () => {
    const { candidates, file_name } = await fixture.preview('Hồ 2026.csv', csv(ZV))
    expect(file_name).toBe('Hồ 2026.csv')
    expect(candidates).toMatchObject([
      {
        group: 'ZV',
        groups: ['ZV'],
        sheet: null,
        range: 'A1:B4',
        header_row: 1,
        rows: 3,
        decimal: '.',
        errors: 0,
      },
    ])
    expect(candidates[0].columns).toEqual([
      { letter: 'A', name: 'z', field: 'z' },
      { letter: 'B', name: 'v', field: 'v' },
    ])
    expect(candidates[0].name).toBe('Hồ 2026')
  })

  test('decimal commas, semicolons, any order and case, a comment above', async () => {
    const { candidates, upload_id } = await fixture.preview('a.csv', '# nguồn\nV;Z\n40,5;380,25\n90;390\n')
    expect(candidates).toMatchObject([{ group: 'ZV', decimal: ',', range: 'A2:B4', errors: 0 }])
    const { body } = await fixture.server.call(checkUpload, {
      body: { upload_id, candidate: 0, group: 'ZV' },
    })
    expect(body.data).toMatchObject({
      rows: [
        [380.25, 40.5],
        [390, 90],
      ],
      sheet_rows: [3, 4],
    })
  })

  test('several tables: sheets, side by side, below each other, under titles', async () => {
    const bytes = await workbook([
      {
        name: 'Hồ',
        rows: [
          ['Bảng quan hệ hồ chứa Sông Ân'],
          ['z', 'v', null, 'q', 'z'],
          [380, 40, null, 0, 250],
          [390, 90, null, 100, 251],
          [400, 160],
          [],
          ['Ghi chú: đo năm 2024'],
          [],
          ['qqmax', 'eta'],
          [0.5, 0.9],
          [1, 0.92],
        ],
      },
      { name: 'nHPQ', rows: [['n', 'h', 'p', 'q'], ...exampleOf('nHPQ')] },
      { name: 'ẩn', hidden: true, rows: ZV },
    ])
    const { candidates } = await fixture.preview('b.xlsx', bytes)
    expect(candidates.map((c) => [c.sheet, c.group, c.range, c.rows, c.errors])).toEqual([
      ['Hồ', 'ZV', 'A2:B5', 3, 0],
      ['Hồ', 'QZ', 'D2:E4', 2, 0],
      ['Hồ', 'QETA', 'A9:B11', 2, 0],
      ['nHPQ', 'nHPQ', 'A1:D9', 8, 0],
    ])
    expect(candidates[3].groups).toEqual(['HPQ', 'nHPQ'])
  })

  test('an empty row removes nothing from a table; text in it is refused and does not end it', async () => {
    const { candidates } = await fixture.preview('c.csv', 'z,v\n380,40\n\n390,90\n400,x\n410,300\n')
    expect(candidates).toHaveLength(1)
    expect(candidates[0]).toMatchObject({ rows: 4, errors: 1, range: 'A1:B6' })
    expect(candidates[0].issues).toMatchObject([
      { code: 'NOT_A_NUMBER', row: 5, column: 'B', cell: 'B5', field: 'v' },
    ])
  })

  test('a rating z, q is of an outlet, a station or the tailwater; its order and the file decide which', async () => {
    const rows = [['z', 'q'], ...exampleOf('ZQ')]
    expect((await fixture.preview('a.csv', csv(rows))).candidates[0]).toMatchObject({
      group: 'FFZQ',
      groups: ['FFZQ', 'ZQ', 'QZ'],
    })
    const turned = rows.map(([z, q]) => [q, z])
    expect((await fixture.preview('a.csv', csv(turned))).candidates[0].groups).toEqual(['QZ', 'FFZQ', 'ZQ'])
    expect((await fixture.preview('tram ZQ 2026.csv', csv(rows))).candidates[0].group).toBe('ZQ')
  })

  test('other names: the structure is wrong until its columns are chosen', async () => {
    const content = 'level_m,storage_m3,area\n320,0,1\n400,1000000,2\n'
    const { candidates, upload_id } = await fixture.preview('dd.csv', content)
    expect(candidates).toMatchObject([{ group: null, groups: [], errors: 1, range: 'A1:C3' }])
    expect(candidates[0].issues[0]).toMatchObject({
      code: 'WRONG_STRUCTURE',
      message: 'Wrong interpolate name structure',
    })
    const check = (columns?: string[]) =>
      fixture.server.call(checkUpload, {
        body: { upload_id, candidate: 0, group: 'ZV', columns, units: { v: 'm3' } },
      })
    const none = await check()
    expect(none.body.data).toMatchObject({ errors: 1, rows: [] })
    expect(none.body.data!.issues[0].message).toBe(
      'Wrong interpolate name structure: the header must be z, v',
    )
    expect((await check(['A', 'B'])).body.data).toMatchObject({
      errors: 0,
      columns: [
        { name: 'z', unit: 'm' },
        { name: 'v', unit: 'm3' },
      ],
      rows: [
        [320, 0],
        [400, 1_000_000],
      ],
    })
    expect(await check(['A'])).toMatchObject({ status: 400 })
    expect(await check(['A', 'D'])).toMatchObject({ status: 400, body: { code: 'no_such_column' } })
    expect(await check(['A', 'A'])).toMatchObject({ status: 400, body: { code: 'column_chosen_twice' } })
  })

  test('numbers without any header', async () => {
    const { candidates } = await fixture.preview('n.csv', '320,0\n400,1\n')
    expect(candidates).toMatchObject([{ group: null, header_row: 0, rows: 2, range: 'A1:B2' }])
  })

  test('formulas: stored values are used with a warning; without a value they are refused at their cell', async () => {
    const cells = new Map([
      ['2,1', { value: null, type: 'formula' as const, formula: 'B2*2', formulaResult: 90 }],
    ])
    const { candidates } = await fixture.preview('f.xlsx', await workbook([{ name: 'S', rows: ZV, cells }]))
    expect(candidates[0]).toMatchObject({ errors: 0, warnings: 1 })
    expect(candidates[0].issues).toMatchObject([
      { code: 'FORMULA', severity: 'warning', cell: 'B3', sheet: 'S' },
    ])

    const empty = new Map([['2,1', { value: null, type: 'formula' as const, formula: 'B2*2' }]])
    const hollow = await fixture.preview('f.xlsx', await workbook([{ name: 'S', rows: ZV, cells: empty }]))
    expect(hollow.candidates[0].issues).toMatchObject([
      { code: 'FORMULA_WITHOUT_VALUE', severity: 'error', cell: 'B3' },
    ])
  })

  test('merged cells in a table are refused at their cell; above it they are a title', async () => {
    const merges = [{ startRow: 1, startCol: 0, endRow: 2, endCol: 0 }]
    const { candidates } = await fixture.preview('m.xlsx', await workbook([{ name: 'S', rows: ZV, merges }]))
    expect(candidates[0].issues.find((i) => i.code === 'MERGED_CELLS')).toMatchObject({
      severity: 'error',
      cell: 'A2',
      message: 'Cells A2:A3 are merged: split them',
    })
    const title = [{ startRow: 0, startCol: 0, endRow: 0, endCol: 1 }]
    const rows = [['Bảng'], ...ZV]
    const fine = await fixture.preview('m.xlsx', await workbook([{ name: 'S', rows, merges: title }]))
    expect(fine.candidates[0]).toMatchObject({ errors: 0, range: 'A2:B5' })
  })

  test('an open document is read like a workbook', async () => {
    const bytes = Buffer.from(await writeOds({ sheets: [{ name: 'S', rows: ZV }] }))
    expect((await fixture.preview('a.ods', bytes)).candidates).toMatchObject([
      { group: 'ZV', rows: 3, errors: 0 },
    ])
  })

  test('templates contain the header of their group, and their example is not read', async () => {
    for (const group of [...ALL_GROUPS, 'XA'] as const) {
      const example = exampleOf(group).map((r) => (group === 'XA' ? [0, ...r] : r))
      const checked = validateRows(group === 'XA' ? 'ZAoAc' : group, example)
      expect({ group, issues: checked.issues }).toEqual({ group, issues: [] })
      // A workbook takes a process to write and one to read.
      for (const as of ['ZV', 'HPQ', 'XA'].includes(group)
        ? (['csv', 'xlsx'] as const)
        : (['csv'] as const)) {
        const raw = await fixture.server.app.web.inject({
          method: 'GET',
          url: `/api/renew/v1/table/template/${group}?as=${as}`,
          headers: { authorization: `Bearer ${await fixture.server.signIn('admin')}` },
        })
        expect(raw.headers['content-disposition']).toContain(`${group}.${as}`)
        const { candidates } = await fixture.preview(`${group}.${as}`, raw.rawPayload)
        expect(candidates).toHaveLength(1)
        expect(candidates[0].groups).toContain(group === 'XA' ? 'ZAoAc' : group)
        expect(candidates[0].issues).toMatchObject([{ code: 'EMPTY_FILE' }])
      }
    }
  })
})

describe('files that are refused', () => {
  const refused = async (name: string, bytes: Buffer | string) => {
    const before = await stored()
    const { status, body } = await fixture.upload(name, bytes)
    expect(await stored()).toBe(before)
    return { status, code: body.code, message: body.message }
  }

  test('empty ones, and those without any table', async () => {
    expect(await refused('a.csv', '')).toMatchObject({ status: 400, code: 'table_file_empty' })
    expect(await refused('a.csv', '\n \n,,\n')).toMatchObject({ status: 400, code: 'table_file_empty' })
    expect(await refused('a.xlsx', await workbook([]))).toMatchObject({
      status: 400,
      code: 'table_file_empty',
    })
    expect(await refused('thư.csv', 'Kính gửi\nông Nam\n')).toEqual({
      status: 400,
      code: 'no_table_in_file',
      message: 'Invalid table: thư.csv contains no table (a header row with rows of numbers below)',
    })
  })

  test('neither csv nor workbook, whatever its name', async () => {
    for (const bytes of [
      Buffer.from('%PDF-1.7\n1 0 obj'),
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
      Buffer.from('<html><table><tr><td>z</td></tr></table>'),
      Buffer.from([0, 1, 2, 3]),
    ])
      expect(await refused('z.csv', bytes)).toMatchObject({ status: 415, code: 'table_file_type' })
    const { status, body } = await fixture.send(previewUpload, 'z,v\n1,2\n', {
      query: { name: 'a.txt' },
      type: 'text/plain',
    })
    expect([status, body.code]).toEqual([415, 'wrong_content_type'])
  })

  test('macros, passwords, damage, bombs', async () => {
    const vbaProject = new Uint8Array([1, 2, 3])
    expect(await refused('m.xlsx', await workbook(ZV, { vbaProject }))).toMatchObject({
      status: 400,
      code: 'table_file_macros',
    })
    expect(
      await refused('p.xlsx', await workbook(ZV, { encryption: { password: 'x', spinCount: 10 } })),
    ).toMatchObject({
      status: 400,
      code: 'table_file_encrypted',
    })
    const whole = await workbook(ZV)
    expect(await refused('d.xlsx', whole.subarray(0, whole.length - 40))).toMatchObject({
      status: 400,
      code: 'table_file_damaged',
    })
    expect(await refused('q.csv', 'z,v\n1,"2\n3,4\n')).toMatchObject({
      status: 400,
      code: 'table_file_damaged',
    })
    expect(await refused('b.xlsx', bomb(11))).toMatchObject({ status: 400, code: 'table_file_unfolds' })
  })

  test('larger than the limit: declared it is refused before it is read, undeclared where it exceeds', async () => {
    const token = await fixture.server.signIn('admin')
    const address = await fixture.server.app.web.listen({ port: 0, host: '127.0.0.1' })
    const url = `${address}/api/renew/v1/table/upload?name=big.csv`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
    const { request } = await import('node:http')
    const post = (more: Record<string, string | number>, body: (write: (b: Buffer) => boolean) => void) =>
      new Promise<{ status: number; sent: number }>((done, fail) => {
        let sent = 0
        const call = request(url, { method: 'POST', headers: { ...headers, ...more } }, (answer) => {
          answer.resume()
          done({ status: answer.statusCode!, sent })
          call.destroy()
        })
        call.on('error', (error: NodeJS.ErrnoException) => {
          // The server has answered and closed; unsent bytes are lost.
          if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') fail(error)
        })
        body((b) => {
          sent += b.length
          return call.write(b)
        })
      })
    const declared = await post({ 'content-length': 2 ** 30 }, (write) => write(Buffer.from('z,v\n')))
    expect(declared).toEqual({ status: 413, sent: 4 })
    const part = Buffer.alloc(1 << 20, '1,2\n')
    const streamed = await post({ 'transfer-encoding': 'chunked' }, (write) => {
      for (let i = 0; i <= TABLE_LIMIT / part.length; i++) write(part)
    })
    expect(streamed.status).toBe(413)
    // Until the server notices that the caller has left, its bytes count among the bodies in progress.
    await expect
      .poll(async () => String((await fixture.server.raw({ method: 'GET', url: '/metrics' })).body))
      .toMatch(/forebay_body_bytes_under_way 0\n/)
    expect(await fixture.preview('after.csv', csv(ZV))).toMatchObject({ size: csv(ZV).length })
  })

  test('more cells than a table has are refused, not computed', async () => {
    const line = '1,2\n'
    expect(await refused('many.csv', Buffer.alloc(600_000 * line.length, line))).toMatchObject({
      status: 400,
      code: 'table_file_heavy',
    })
  })

  test('a path in the name is ignored', async () => {
    for (const name of ['../../etc/passwd', 'C:\\tables\\passwd', '/etc/passwd'])
      expect((await fixture.preview(name, csv(ZV))).file_name).toBe('passwd')
    expect((await fixture.preview('..', csv(ZV))).file_name).toBe('file')
  })

  test('an upload belongs to its reservoir and its day', async () => {
    const { upload_id } = await fixture.preview('day.csv', csv(ZV))
    const body = { upload_id, candidate: 0, group: 'ZV' as const }
    expect((await fixture.server.call(checkUpload, { body })).status).toBe(200)
    expect(await fixture.server.call(checkUpload, { body: { ...body, candidate: 1 } })).toMatchObject({
      status: 400,
      body: { code: 'no_candidate' },
    })
    const { clock, app } = fixture.server
    const { pruneUploads } = await import('#server/features/tables/index.ts')
    clock.advance(86_400_000)
    await pruneUploads(app.services)
    clock.advance(-86_400_000)
    const save = { ...body, name: 'x', object: null, from: null }
    expect(await fixture.server.call(saveTable, { body: save })).toMatchObject({
      status: 404,
      body: { code: 'upload_gone' },
    })
    const rows = await app.services.db.query('SELECT 1 FROM file WHERE name = $1', ['day.csv'])
    expect(rows).toEqual([])
  })
})

/** A zip presented as a workbook, whose entries expand to 20 MB each. */
function bomb(entries: number): Buffer {
  const data = deflateRawSync(Buffer.alloc(20_000_000))
  const name = 'xl/workbook.xml'
  const local = Buffer.alloc(30 + name.length)
  local.writeUInt32LE(0x04034b50)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(data.length, 18)
  local.writeUInt32LE(data.length, 22)
  local.writeUInt16LE(name.length, 26)
  local.write(name, 30)
  const central = Buffer.alloc(46 + name.length)
  central.writeUInt32LE(0x02014b50)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(data.length, 20)
  central.writeUInt32LE(data.length, 24)
  central.writeUInt16LE(name.length, 28)
  central.write(name, 46)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(central.length * entries, 12)
  end.writeUInt32LE(local.length + data.length, 16)
  return Buffer.concat([local, data, ...Array.from({ length: entries }, () => central), end])
}
