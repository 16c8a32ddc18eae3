import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fullPath } from '#contract/endpoint.ts'
import {
  listFigures,
  makeSheet,
  readSheet,
  readTemplate,
  removeSheet,
  restoreSheet,
  uploadTemplate,
} from '#contract/sheets.ts'
import { unpack } from '../xlsx.ts'
import { cellsOf } from './archive.ts'
import { AHEAD, HOUR, HYDRO, at, fixture, type Fixture } from './plant.ts'
import { NAMES, OFFICE, OTHER, PACKAGE, SHEET, SHEET_NAME, XML, book, packed, partsOf } from './template.ts'

let f: Fixture
beforeAll(async () => {
  f = await fixture()
}, 240_000)
afterAll(() => f.server.close())

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
async function send(bytes: Buffer, query: Record<string, string> = {}, language: 'vi' | 'en' = 'en') {
  const token = await f.server.signIn('admin')
  const search = new URLSearchParams({ name: 'Biểu của tôi.xlsx', period: 'day', ...query })
  const response = await f.server.app.web.inject({
    method: 'POST',
    url: `${fullPath(uploadTemplate)}?${search.toString()}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': XLSX, 'accept-language': language },
    payload: bytes,
  })
  const body = response.json<{
    code?: string
    message: string
    errors?: { path: string; code: string; message: string }[]
    data: { sheet: { sheet_id: string; version: number }; tried: object; names: object[] }
  }>()
  return { ...body, status: response.statusCode }
}

async function download(url: string, body?: object): Promise<Buffer> {
  const token = await f.server.signIn('admin')
  const response = await f.server.app.web.inject({
    method: body ? 'POST' : 'GET',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { payload: JSON.stringify(body) }),
  })
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  return response.rawPayload
}
const fileUrl = (id: string, version?: number) =>
  fullPath(readTemplate).replace('{id}', id) + (version === undefined ? '' : `?version=${version}`)
/** A template with the values of a period: its parts, and the cells of its two sheets by their references. */
async function made(sheet_id: string, date: string) {
  const parts = unpack(await download(fullPath(makeSheet), { sheet_id, date, format: 'xlsx' }))
  const sheets = [1, 2].map((n) => {
    const rows = cellsOf(parts.get(`xl/worksheets/sheet${n}.xml`)!.toString('utf8'))
    const cells = new Map(
      rows.flatMap((row, r) => row.map((value, c) => [`${letters(c)}${r + 1}`, { value }])),
    )
    return { cells }
  })
  return { parts, sheets }
}
const letters = (n: number): string =>
  n < 26 ? String.fromCharCode(65 + n) : letters(Math.floor(n / 26) - 1) + letters(n % 26)

const DAY_OF = '2025-10-15'
const hours = Array.from({ length: 24 }, (_, h) => at(`${DAY_OF} 00:00`) + (h + 1) * HOUR)

describe('a template', () => {
  test('is filled in place: its styles, merges, formulas and charts stay as they were', async () => {
    const bytes = await book()
    const sent = await send(bytes, { title: 'Biểu gửi Sở' })
    expect(sent.status, JSON.stringify(sent)).toBe(200)
    expect(sent.data.tried).toEqual({ date: DAY_OF, filled: 27, gaps: 0 })
    const { sheet_id: id } = sent.data.sheet
    const filled = await made(id, DAY_OF)
    const [page] = filled.sheets
    const level = f.known.get('general.lake_level')!
    hours.forEach((t, i) => expect(page.cells.get(`B${i + 5}`)!.value).toBeCloseTo(level.get(t)!, 5))
    expect(page.cells.get('A1')!.value).toBe('Thủy điện Sông An Vân')
    // 2025-10-15 as spreadsheets count days.
    expect(page.cells.get('A2')!.value).toBe((at(`${DAY_OF} 00:00`) + AHEAD) / 86_400_000 + 25_569)
    const most = [...level].filter(([t]) => t >= hours[0] - HOUR && t < hours[23]).map(([, v]) => v)
    expect(page.cells.get('D31')!.value).toBeCloseTo(Math.max(...most), 5)
    const xml = filled.parts.get('xl/worksheets/sheet1.xml')!.toString('utf8')
    // Other cells as they were, formulas without the results of the values before.
    expect(xml).toContain('<c r="B5" s="2"><v>')
    expect(xml).toContain('<row r="2" ht="30" customHeight="1">')
    expect(xml).toContain('<c r="C2" s="1"><f>SUM(B5:B28)</f></c>')
    expect(xml).toContain('<c r="A3"><f>UPPER(A1)</f></c>')
    expect(xml).not.toContain('12345')
    for (let i = 0; i < 24; i++) expect(xml).toContain(`<c r="A${i + 5}" s="1"><v>${i}</v></c>`)
    expect(xml.slice(xml.indexOf('</sheetData>'))).toBe(SHEET.slice(SHEET.indexOf('</sheetData>')))
    expect(filled.parts.get('xl/worksheets/sheet2.xml')!.toString('utf8')).not.toContain('24690')
    expect(filled.parts.get('xl/workbook.xml')!.toString('utf8')).toContain(
      '<calcPr calcId="191029" fullCalcOnLoad="1"/>',
    )
    for (const [name, content] of Object.entries(partsOf(NAMES)))
      if (!/worksheets\/sheet\d|xl\/workbook\.xml$/.test(name))
        expect(filled.parts.get(name)!.equals(Buffer.from(content)), name).toBe(true)
    expect([...filled.parts.keys()]).toEqual(Object.keys(partsOf(NAMES)))
    // As it was uploaded, to the byte.
    expect((await download(fileUrl(id))).equals(bytes)).toBe(true)
  })

  test.each(['__proto__', 'constructor', 'toString'])(
    'a sheet named %s is filled as any other, and nothing outside of it is written',
    async (sheet) => {
      const workbook = String(partsOf({ 'hour.lake_level': `${sheet}!$B$5:$B$28` })['xl/workbook.xml'])
      const sent = await send(await book({}, { 'xl/workbook.xml': workbook.replaceAll(SHEET_NAME, sheet) }))
      expect(sent.status, JSON.stringify(sent)).toBe(200)
      expect(sent.data.tried).toMatchObject({ filled: 24 })
      const [page] = (await made(sent.data.sheet.sheet_id, DAY_OF)).sheets
      const level = f.known.get('general.lake_level')!
      hours.forEach((t, i) => expect(page.cells.get(`B${i + 5}`)!.value).toBeCloseTo(level.get(t)!, 5))
      for (const shared of [{}, Object, Object.prototype.toString])
        expect(Object.keys(shared).concat('B5' in shared ? ['B5'] : [])).toEqual([])
      const inherited: string[] = []
      for (const key in {}) inherited.push(key)
      expect(inherited).toEqual([])
    },
  )

  test('rows that stay over are emptied: a month of 30 days, and a day that is not over', async () => {
    const range = Object.fromEntries([
      ['day.lake_level.end', `'${SHEET_NAME}'!$C$1:$C$31`],
      ['day.date', `'${SHEET_NAME}'!$D$1:$D$31`],
    ])
    const old = SHEET.replace(
      '<c r="A31" s="1"/>',
      '<c r="A31" s="1"/><c r="C31" s="2"><v>777</v></c>',
    ).replace('<c r="C2" s="1"><f>SUM(B5:B28)</f><v>12345</v></c>', '')
    const sent = await send(await book(range, { 'xl/worksheets/sheet1.xml': old }), { period: 'month' })
    expect(sent.status, JSON.stringify(sent)).toBe(200)
    const [page] = (await made(sent.data.sheet.sheet_id, '2025-09')).sheets
    expect(page.cells.get('C30')!.value).toBeCloseTo(
      f.known.get('general.lake_level')!.get(at('2025-10-01 00:00'))!,
      5,
    )
    expect(page.cells.get('C31')?.value ?? null).toBeNull()
    expect(page.cells.get('D31')?.value ?? null).toBeNull()
    const day = await send(await book())
    const [today] = (await made(day.data.sheet.sheet_id, '2025-10-16')).sheets
    expect(today.cells.get('B17')!.value).not.toBeNull()
    for (let row = 18; row <= 28; row++) expect(today.cells.get(`B${row}`)?.value ?? null).toBeNull()
  })

  test('every name of the list is filled with what it says', async () => {
    for (const period of ['day', 'month', 'year'] as const) {
      const figures = await f.ask(listFigures, { query: { period } }, { account: 'admin', language: 'vi' })
      const names = Object.fromEntries(
        figures.map(({ name, cells }, i) => [name, `Own!$${letters(i)}$2:$${letters(i)}$${cells + 1}`]),
      )
      const sent = await send(await book(names), { period }, 'vi')
      expect(sent.status, JSON.stringify(sent).slice(0, 1000)).toBe(200)
      const date = { day: DAY_OF, month: '2025-09', year: '2024' }[period]
      const page = (await made(sent.data.sheet.sheet_id, date)).sheets[1]
      const wrong = figures.flatMap(({ name, cells, example, format }, i) => {
        const column = Array.from(
          { length: cells },
          (_, k) => page.cells.get(`${letters(i)}${k + 2}`)?.value ?? null,
        )
        const first = column.find((v) => v !== null) ?? null
        const wanted =
          typeof example === 'number' && (format === 'time' || format === 'date')
            ? (example + AHEAD) / 86_400_000 + 25_569
            : example
        if (name === 'sheet.made_at' || name === 'sheet.review') return []
        const alike =
          typeof wanted === 'number' && typeof first === 'number'
            ? Math.abs(wanted - first) < 1e-4 * Math.max(1, Math.abs(wanted))
            : wanted === first
        return alike ? [] : [`${name}: ${String(first)}, not ${String(wanted)}`]
      })
      expect(wrong).toEqual([])
    }
  })

  test('has versions: a later file, an earlier one restored, and off the list', async () => {
    const first = await send(await book())
    const { sheet_id: id } = first.data.sheet
    const second = await book({ 'plant.name': 'Own!$C$1' })
    expect((await send(second, { sheet_id: id, version: '0' })).status).toBe(409)
    expect((await send(second, { sheet_id: id, version: '1', reason: 'new form' })).data.sheet.version).toBe(
      2,
    )
    expect((await download(fileUrl(id))).equals(second)).toBe(true)
    expect((await download(fileUrl(id, 1))).equals(await book())).toBe(true)
    await f.ask(restoreSheet, { body: { sheet_id: id, version: 2, of: 1 } })
    expect((await made(id, DAY_OF)).sheets[0].cells.get('A1')!.value).toBe('Thủy điện Sông An Vân')
    const { versions, names } = await f.ask(readSheet, { params: { id } })
    expect(versions.map((v) => [v.version, v.reason])).toEqual([
      [3, null],
      [2, 'new form'],
      [1, null],
    ])
    expect(names).toHaveLength(4)
    await f.ask(removeSheet, { body: { sheet_id: id, version: 3 } })
    const gone = await f.server.call(readSheet, { params: { id } })
    expect(gone.status).toBe(404)
  })
})

describe('a file that is no template is refused, and not kept', () => {
  const CFB = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
  const rels = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/oleObject" Target="file:///c:/x" TargetMode="External"/></Relationships>`
  const cases: [what: string, file: () => Promise<Buffer> | Buffer, code: string, words: RegExp][] = [
    ['a text', () => Buffer.from('level;1'), 'template_not_xlsx', /no \.xlsx/],
    ['an empty file', () => Buffer.alloc(0), 'template_not_xlsx', /no \.xlsx/],
    ['another archive', () => packed({ 'content.xml': '<x/>' }), 'template_not_xlsx', /no \.xlsx/],
    ['Excel 97', () => CFB, 'template_old', /97-2003/],
    [
      'a password',
      () => Buffer.concat([CFB, Buffer.from('EncryptedPackage', 'utf16le')]),
      'template_password',
      /password/,
    ],
    ['macros', () => book(NAMES, { 'xl/vbaProject.bin': Buffer.from('x') }), 'template_macros', /macros/],
    [
      'external links',
      () => book(NAMES, { 'xl/externalLinks/externalLink1.xml': '<externalLink/>' }),
      'template_external',
      /external links \(xl\/externalLinks/,
    ],
    [
      'a link of an object',
      () => book(NAMES, { 'xl/worksheets/_rels/sheet2.xml.rels': rels }),
      'template_external',
      /sheet2\.xml\.rels/,
    ],
    [
      'a formula that fetches',
      () =>
        book(NAMES, {
          'xl/worksheets/sheet2.xml': OTHER.replace(/<f>.*<\/f>/, '<f>WEBSERVICE("http://x")</f>'),
        }),
      'template_external',
      /sheet2\.xml/,
    ],
    [
      'entities',
      () => book(NAMES, { 'xl/worksheets/sheet1.xml': `<!DOCTYPE x [<!ENTITY a "b">]>${SHEET}` }),
      'template_damaged',
      /cannot be read/,
    ],
    ['no names', () => book({}), 'template_no_names', /no named cells/],
    [
      'a bomb',
      () => book(NAMES, { 'xl/media/image1.png': Buffer.alloc(201_000_000) }),
      'template_bomb',
      /more than is allowed/,
    ],
  ]
  const relation = (xml: string) => ({
    'xl/worksheets/_rels/sheet2.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships" xmlns:p="${PACKAGE}/relationships">${xml}</Relationships>`,
  })
  const typed = (path: string, type: string, content: string) => ({
    [path]: content,
    '[Content_Types].xml': String(partsOf({})['[Content_Types].xml']).replace(
      '</Types>',
      `<Override PartName="/${path}" ContentType="${type}"/></Types>`,
    ),
  })
  const formula = (xml: string) => ({ 'xl/worksheets/sheet2.xml': OTHER.replace(/<f>.*<\/f>/, xml) })
  const image = `Type="${OFFICE}/image" Target="http://x/a.png" TargetMode="External"`
  const doctype = '<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
  const afterDeclaration = (path: string) => ({
    [path]: String(partsOf(NAMES)[path]).replace(XML, `${XML}${doctype}`),
  })
  const VIEW = 'application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml'
  const hidden: [what: string, more: Record<string, string | Buffer>, code: string][] = [
    ['a relation with a prefix', relation(`<p:Relationship Id="rId1" ${image}/>`), 'template_external'],
    [
      'a relation with a > before',
      relation(`<Relationship Id="rId1" x="a>b" ${image}/>`),
      'template_external',
    ],
    [
      'a relation whose mode is encoded',
      relation(`<Relationship Id="rId1" ${image.replace('External', 'E&#120;ternal')}/>`),
      'template_external',
    ],
    [
      'macros in a part of another name',
      typed('xl/vp.bin', 'application/vnd.ms-office.vbaProject', 'x'),
      'template_macros',
    ],
    [
      'a relation to macros of another name',
      relation(
        `<Relationship Id="rId1" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="/xl/media/image1.png"/>`,
      ),
      'template_macros',
    ],
    [
      'a type of a book with macros, encoded',
      typed('xl/other.xml', 'application/vnd.ms-excel.sheet.macro&#69;nabled.main+xml', '<x/>'),
      'template_macros',
    ],
    [
      'a relation to a sheet of macros',
      relation(
        `<Relationship Id="rId1" Type="http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet" Target="/xl/m/a.xml"/>`,
      ),
      'template_macros',
    ],
    [
      'an object within',
      relation(`<Relationship Id="rId1" Type="${OFFICE}/oleObject" Target="/xl/emb/o.bin"/>`),
      'template_external',
    ],
    [
      'connections of another name',
      typed(
        'xl/conn2.xml',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.connections+xml',
        '<x/>',
      ),
      'template_external',
    ],
    ['a part of no type', { 'xl/other.dat': 'x' }, 'template_part'],
    [
      'a part of a type that is not known',
      typed('xl/other.xml', 'application/vnd.ms-office.webextension+xml', '<x/>'),
      'template_part',
    ],
    ['two parts that differ by case', { 'xl/Styles.xml': '<x/>' }, 'template_part'],
    ['a macro of a shape', { 'xl/drawings/drawing1.xml': '<x macro="[0]!Run"/>' }, 'template_macros'],
    [
      'a picture by its address',
      { 'xl/drawings/drawing1.xml': '<a:blip xmlns:r="r" xmlns:a="a" r:link="rId1"/>' },
      'template_external',
    ],
    ...[
      '<f>WEB&#83;ERVICE("http://x")</f>',
      `<f>cmd&#124;' /c calc'!A0</f>`,
      '<x:f xmlns:x="x">WEBSERVICE("http://x")</x:f>',
      '<f>_xlfn.IMAGE("http://x/a.png")</f>',
      '<f>DDE("soffice";"a";"b")</f>',
      `<f>'file:///etc/[passwd.xls]A'!A1</f>`,
      '<f>[1]A!A1</f>',
      '<f>_xll.FETCH()</f>',
      `<f>'a"'!A1+WEBSERVICE('b"'!A1)</f>`,
    ].map((xml): [string, Record<string, string>, string] => [xml, formula(xml), 'template_external']),
    ...[
      'xl/sharedStrings.xml',
      'xl/styles.xml',
      'xl/charts/chart1.xml',
      'xl/worksheets/_rels/sheet1.xml.rels',
    ].map((path): [string, Record<string, string>, string] => [
      `a document type in ${path}`,
      afterDeclaration(path),
      'template_damaged',
    ]),
    [
      'another encoding',
      { 'xl/styles.xml': String(partsOf(NAMES)['xl/styles.xml']).replace('UTF-8', 'UTF-7') },
      'template_damaged',
    ],
    ['a part that is not well-formed', { 'xl/styles.xml': '<a><b></a></b>' }, 'template_damaged'],
    [
      'a prefix for the tags of a sheet',
      typed('xl/worksheets/sheet2.xml', VIEW, OTHER.replace('xmlns=', 'xmlns:x=')),
      'template_damaged',
    ],
  ]
  test.each(hidden)('though hidden: %s', async (_what, more, code) => {
    const sent = await send(await book(NAMES, more))
    expect([sent.status, sent.code]).toEqual([422, code])
  })

  test('what only looks like a link is kept: texts, columns of tables, hyperlinks, the book itself', async () => {
    const more = {
      ...formula(
        `<f>IF('${SHEET_NAME}'!C2&gt;1,"WEBSERVICE(a|b) [x]!y",SUM(Bang1[Mực nước | m]))+[0]!Own+RECALL(1)</f>`,
      ),
      ...relation(
        `<Relationship Id="rId1" Type="${OFFICE}/hyperlink" Target="https://evn.com.vn" TargetMode="External"/>`,
      ),
    }
    const sent = await send(await book(NAMES, more))
    expect(sent.status, JSON.stringify(sent)).toBe(200)
  })

  test('cells whose values an array formula or a data table gives have a formula', async () => {
    for (const kind of ['array', 'dataTable']) {
      const sheet = SHEET.replace(
        '<c r="C2" s="1"><f>SUM(B5:B28)</f><v>12345</v></c>',
        `<c r="C2"><f t="${kind}" ref="C2:C28">ROW(A2:A28)</f><v>2</v></c>`,
      )
      const names = { 'hour.lake_level': `'${SHEET_NAME}'!$C$5:$C$28` }
      const sent = await send(await book(names, { 'xl/worksheets/sheet1.xml': sheet }))
      expect([sent.status, sent.code]).toEqual([422, 'template_faults'])
      expect(sent.errors!.map((e) => e.code)).toEqual(Array(24).fill('template_formula'))
    }
  })

  test('places of names: written backwards, in other letters, with a >, over several sheets, below the last row', async () => {
    const workbook = String(partsOf({})['xl/workbook.xml'])
    const named = (xml: string) => ({
      'xl/workbook.xml': workbook.replace('</definedNames>', `${xml}</definedNames>`),
    })
    const good = await send(
      await book(
        {},
        named(
          `<definedName name="hour.lake_level" comment="a>b">'${SHEET_NAME.toUpperCase()}'!$B$28:$B$5</definedName>`,
        ),
      ),
    )
    expect(good.status, JSON.stringify(good)).toBe(200)
    const [page] = (await made(good.data.sheet.sheet_id, DAY_OF)).sheets
    const level = f.known.get('general.lake_level')!
    hours.forEach((t, i) => expect(page.cells.get(`B${i + 5}`)!.value).toBeCloseTo(level.get(t)!, 5))
    const bad = await send(
      await book(
        {},
        named(
          `<definedName name="plant.name">'${SHEET_NAME}:Own'!$B$5</definedName><definedName name="plant.code">Own!$A$1048577</definedName>`,
        ),
      ),
    )
    expect(bad.errors?.map((e) => [e.path, e.code])).toEqual([
      ['plant.name', 'template_bad_place'],
      ['Own!A1048577', 'template_bad_place'],
    ])
  })

  test.each(cases)('%s', async (_what, file, code, words) => {
    const before = await f.server.app.services.db.query<{ n: number }>('SELECT count(*)::int AS n FROM file')
    const sent = await send(await file())
    expect([sent.status, sent.code]).toEqual([422, code])
    expect(sent.message).toMatch(words)
    const after = await f.server.app.services.db.query<{ n: number }>('SELECT count(*)::int AS n FROM file')
    expect(after).toEqual(before)
  })

  test('each name that cannot be filled is told with its sheet and cell, in the language of the caller', async () => {
    const sent = await send(
      await book({
        'hour.lake_levl': `'${SHEET_NAME}'!$B$5:$B$28`,
        'hour.lake_level': `'${SHEET_NAME}'!$B$5:$B$20`,
        'plant.name': `'${SHEET_NAME}'!$A$1:$A$3`,
        'plant.code': `'${SHEET_NAME}'!$C$2`,
        'plant.river': `'${SHEET_NAME}'!$B$1`,
        'plant.company': 'Own!$A$5',
        'plant.phone': 'Own!$A$5',
        'hour.time': 'Own!$B$1:$E$9',
        'sheet.date': 'Own!#REF!',
      }),
      {},
      'vi',
    )
    expect([sent.status, sent.code]).toEqual([422, 'template_faults'])
    expect(sent.errors!.map((e) => [e.path, e.code])).toEqual([
      ['Biểu ngày!B5:B28', 'template_unknown_name'],
      ['Biểu ngày!B5:B20', 'template_few_cells'],
      ['Biểu ngày!A1:A3', 'template_one_cell'],
      ['Biểu ngày!C2', 'template_formula'],
      ['Biểu ngày!B1', 'template_merged'],
      ['Own!A5', 'template_shared'],
      ['Own!B1:E9', 'template_bad_place'],
      ['sheet.date', 'template_bad_place'],
    ])
    expect(sent.errors![0].message).toBe(
      'Tên hour.lake_levl (trang Biểu ngày, ô B5:B28) không có trong danh sách',
    )
    expect(sent.message).toBe('Tệp có 8 chỗ cần sửa')
  })
})

test('a text that a spreadsheet would run is a text in a template', async () => {
  await f.server.app.services.db.query(
    `UPDATE description SET body = body || '{"company": "=cmd()|x & <b>"}' WHERE hydro_code = $1 AND noun = 'plant'`,
    [HYDRO],
  )
  f.server.app.plants.changed(HYDRO, at('2025-10-01 00:00'), null)
  const sent = await send(await book({ 'plant.company': 'Own!$C$7' }))
  const [, page] = (await made(sent.data.sheet.sheet_id, DAY_OF)).sheets
  expect(page.cells.get('C7')!.value).toBe('=cmd()|x & <b>')
})
