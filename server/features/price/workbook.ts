import type { Description, Version } from '#core/description/index.ts'
import { allInForce } from '#core/description/index.ts'
import type { Deduction, PriceCalendar, Tariff } from '#core/price/index.ts'
import type { FieldError } from '#contract/envelope.ts'
import { fieldErrors } from '#contract/field-errors.ts'
import { text, type Language } from '#contract/messages.ts'
import { BODIES } from '#contract/seed/bodies.ts'
import { badFields, badRequest } from '#server/lib/errors.ts'
import type { Grid } from '#server/lib/read/file.ts'
import type { SheetCell, Workbook } from '#server/lib/sheets/workbook.ts'

type Noun = 'calendar' | 'tariff' | 'deduction'
type Row = Record<string, SheetCell>

/** Sheets with their columns: the names of fields, which are the same in every language. */
const SHEETS = {
  calendars: ['id', 'name', 'energyStep', 'regions'],
  classes: ['calendar', 'code', 'name'],
  seasons: ['calendar', 'code', 'name', 'from', 'to'],
  bands: ['calendar', 'class', 'days', 'season', 'region', 'from', 'to'],
  holidays: ['calendar', 'date'],
  tariffs: [
    'id',
    'name',
    'kind',
    'calendar',
    'currency',
    'region',
    'price',
    'series',
    'contract_price',
    'contract_power',
    'contract_series',
    'surplus_rule',
    'surplus_power',
  ],
  prices: ['tariff', 'list', 'class', 'season', 'region', 'price'],
  deductions: ['id', 'name', 'kind', 'amount', 'rate', 'basePrice', 'deducted'],
} as const
type SheetName = keyof typeof SHEETS
const NAMES = Object.keys(SHEETS) as SheetName[]

/** Between the entries of one cell. */
const BETWEEN = ', '

/** The prices in force at an instant, as the workbook that `readPriceItems` reads. */
export function priceWorkbook(d: Description, at: number, language: Language): Workbook {
  const [calendars, tariffs, deductions] = [d.calendars, d.tariffs, d.deductions].map((list) =>
    allInForce<unknown>(list, at),
  ) as [Version<PriceCalendar>[], Version<Tariff>[], Version<Deduction>[]]
  const of = <T, R>(list: readonly Version<T>[], rows: (body: T) => readonly R[], key: string) =>
    list.flatMap(({ id, body }) => rows(body).map((row) => ({ [key]: id, ...row })))
  const rows: Record<SheetName, readonly object[]> = {
    calendars: calendars.map(({ id, body }) => ({ ...body, id, regions: body.regions.join(BETWEEN) })),
    classes: of(calendars, (c) => c.classes, 'calendar'),
    seasons: of(calendars, (c) => c.seasons, 'calendar'),
    bands: of(calendars, (c) => c.bands.map((b) => ({ ...b, days: b.days.join(BETWEEN) })), 'calendar'),
    holidays: of(calendars, (c) => c.holidays.map((date) => ({ date })), 'calendar'),
    tariffs: tariffs.map(({ id, body }) => ({
      ...body,
      id,
      contract_price: body.contract?.price,
      contract_power: body.contract?.power,
      contract_series: body.contract?.series,
      surplus_rule: body.surplus?.rule,
      surplus_power: body.surplus?.power,
    })),
    prices: of(
      tariffs,
      (t) =>
        (
          [
            ['prices', t.prices],
            ['capacity', t.capacity],
            ['surplus', t.surplus?.prices],
          ] as const
        ).flatMap(([list, prices]) => (prices ?? []).map((p) => ({ list, ...p }))),
      'tariff',
    ),
    deductions: deductions.map(({ id, body }) => ({ ...body, id, deducted: body.deducted ? 1 : 0 })),
  }
  return {
    language,
    zone: 'UTC',
    sheets: NAMES.map((name) => ({
      kind: 'data' as const,
      name,
      columns: SHEETS[name].map((head) => ({ head: [head], unit: '', format: 'text' as const })),
      rows: (rows[name] as Row[]).map((row) => SHEETS[name].map((key) => row[key] ?? null)),
      frozen: 0,
    })),
  }
}

/** A row of a sheet by its columns, with its place in the file. */
interface ReadRow {
  sheet: SheetName
  row: number
  cell(key: string): string
  number(key: string): number | string | undefined
}

interface ReadItem {
  noun: Noun
  id: string
  body: never
}

/** The items of a workbook. @throws Problem 400 with each fault by sheet, row and field */
export function readPriceItems(grids: readonly Grid[], language: Language): ReadItem[] {
  const errors: FieldError[] = []
  const sheets = new Map(NAMES.map((name) => [name, rowsOf(grids, name)]))
  if ([...sheets.values()].every((rows) => rows === null))
    throw badRequest('price_file_sheets', { sheets: NAMES.join(BETWEEN) })
  const rows = (name: SheetName) => sheets.get(name) ?? []
  const of = (name: SheetName, key: string, id: string) => rows(name).filter((r) => r.cell(key) === id)
  const items: ReadItem[] = []
  const take = (
    noun: Noun,
    { sheet, row }: ReadRow,
    id: string,
    body: object,
    /** Rows of a list by its path. */
    lists: Readonly<Record<string, readonly ReadRow[]>>,
  ) => {
    const parsed = BODIES[noun].safeParse(body)
    if (parsed.success) return void items.push({ noun, id, body: parsed.data as never })
    for (const fault of fieldErrors(parsed.error, language)) {
      // A fault of a whole list, as a hole between bands, is one of its item.
      const list = Object.keys(lists).find((path) => fault.path.startsWith(`${path}.`))
      const [index, ...rest] = list ? fault.path.slice(list.length + 1).split('.') : []
      const source = list ? lists[list][Number(index)] : undefined
      const where = source ?? { sheet, row }
      const field = source ? rest.join('.') : fault.path
      errors.push({ ...fault, path: [where.sheet, where.row, field].filter((x) => x !== '').join('.') })
    }
  }
  for (const r of rows('calendars')) {
    const id = r.cell('id')
    const own = {
      classes: of('classes', 'calendar', id),
      seasons: of('seasons', 'calendar', id),
      bands: of('bands', 'calendar', id),
      holidays: of('holidays', 'calendar', id),
    }
    take(
      'calendar',
      r,
      id,
      {
        name: r.cell('name'),
        energyStep: r.number('energyStep'),
        regions: listOf(r.cell('regions')),
        classes: own.classes.map((x) => ({ code: x.cell('code'), name: x.cell('name') })),
        seasons: own.seasons.map((x) => ({
          code: x.cell('code'),
          name: x.cell('name'),
          from: monthDayOf(x.cell('from')),
          to: monthDayOf(x.cell('to')),
        })),
        bands: own.bands.map((x) => ({
          class: x.cell('class'),
          days: listOf(x.cell('days')),
          ...place(x),
          from: timeOf(x.cell('from')),
          to: timeOf(x.cell('to')),
        })),
        holidays: own.holidays.map((x) => dateOf(x.cell('date')) ?? x.cell('date')),
      },
      own,
    )
  }
  for (const r of rows('tariffs')) {
    const id = r.cell('id')
    const listed = (list: string) => of('prices', 'tariff', id).filter((x) => x.cell('list') === list)
    const own = {
      prices: listed('prices'),
      capacity: listed('capacity'),
      'surplus.prices': listed('surplus'),
    }
    const price = (x: ReadRow) => ({ class: x.cell('class') || null, ...place(x), price: x.number('price') })
    const rule = r.cell('surplus_rule')
    take(
      'tariff',
      r,
      id,
      {
        name: r.cell('name'),
        kind: r.cell('kind'),
        calendar: r.cell('calendar'),
        currency: r.cell('currency') || 'VND',
        region: r.cell('region') || null,
        ...(own.prices.length > 0 && { prices: own.prices.map(price) }),
        ...(own.capacity.length > 0 && { capacity: own.capacity.map(price) }),
        ...(rule !== '' && {
          surplus: {
            rule,
            power: r.number('surplus_power') ?? null,
            prices: own['surplus.prices'].map(price),
          },
        }),
        price: r.number('price') ?? null,
        series: r.cell('series') || null,
        ...(r.cell('contract_price') !== '' && {
          contract: {
            price: r.number('contract_price'),
            power: r.number('contract_power') ?? null,
            series: r.cell('contract_series') || null,
          },
        }),
      },
      own,
    )
  }
  for (const r of rows('deductions'))
    take(
      'deduction',
      r,
      r.cell('id'),
      {
        name: r.cell('name'),
        kind: r.cell('kind'),
        amount: r.number('amount') ?? null,
        rate: r.number('rate') ?? null,
        basePrice: r.number('basePrice') ?? null,
        deducted: !['0', 'false', 'no'].includes(r.cell('deducted').toLowerCase()),
      },
      {},
    )
  for (const name of NAMES)
    for (const r of rows(name)) {
      const key = SHEETS[name][0]
      const owner = name === 'prices' ? 'tariffs' : 'calendars'
      const isOwner = key === 'id'
      const known = isOwner ? rows(name) : rows(owner)
      const same = known.filter((x) => x.cell('id') === r.cell(key)).length
      const code =
        r.cell(key) === ''
          ? 'required'
          : same === 0
            ? 'price_file_owner'
            : isOwner && same > 1
              ? 'price_file_twice'
              : null
      if (code)
        errors.push({
          path: `${name}.${r.row}.${key}`,
          code,
          message: text(code, language, { id: r.cell(key) }),
        })
    }
  if (errors.length > 0) throw badFields(errors)
  if (items.length === 0) throw badRequest('table_file_empty')
  return items
}

const place = (x: ReadRow) => ({ season: x.cell('season') || null, region: x.cell('region') || null })
const listOf = (cell: string) =>
  cell
    .split(/[,;]/)
    .map((s) => s.trim())
    .filter((s) => s !== '')

/** The rows of a sheet below the row that has its columns; null: the file has no such sheet. */
function rowsOf(grids: readonly Grid[], name: SheetName): ReadRow[] | null {
  const grid = grids.find((g) => g.name?.trim().toLowerCase() === name)
  if (!grid) return null
  const [key] = SHEETS[name]
  const head = grid.rows.findIndex((r) => r.cells.some((c) => String(c).trim() === key))
  if (head < 0) return []
  const columns = grid.rows[head].cells.map((c) => String(c ?? '').trim())
  return grid.rows.slice(head + 1).flatMap(({ row, cells }) => {
    const of = (field: string) => cells[columns.indexOf(field)] ?? null
    const cell = (field: string) => String(of(field) ?? '').trim()
    if (cells.every((c) => c === null || String(c).trim() === '')) return []
    const number = (field: string) => {
      const written = cell(field)
      const v = Number(written.replace(',', '.'))
      return written === '' ? undefined : Number.isNaN(v) ? written : v
    }
    return [{ sheet: name, row, cell, number }]
  })
}

/** yyyy-MM-dd of a date as people and spreadsheets write it; null: none. */
export function dateOf(cell: string): string | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]|$)/.exec(cell)
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(cell)
  const [y, m, d] = iso ? iso.slice(1, 4) : local ? [local[3], local[2], local[1]] : []
  if (y === undefined) return null
  const date = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  const at = Date.parse(`${date}T00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date) ? date : null
}

/** HH:mm, also where a spreadsheet made a time or a share of a day of it. */
function timeOf(cell: string): string {
  const written = /(?:^|[ T])(\d{1,2}):(\d{2})(?::00)?$/.exec(cell)
  if (written) return `${written[1].padStart(2, '0')}:${written[2]}`
  const share = Number(cell)
  if (cell === '' || Number.isNaN(share) || share < 0 || share > 1) return cell
  const minutes = Math.round(share * 1440)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** MM-dd, also where a spreadsheet made a date of it. */
const monthDayOf = (cell: string): string => dateOf(cell)?.slice(5) ?? cell
