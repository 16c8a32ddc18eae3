import { allInForce, type Description, type Version } from '#core/description/index.ts'
import { toLocal } from '#core/time/index.ts'
import type { FieldError } from '#contract/envelope.ts'
import { text } from '#contract/messages.ts'
import { exportPrices, getHolidayGaps, readHolidays, readPrices } from '#contract/price-files.ts'
import { badFields, badRequest, Problem } from '#server/lib/errors.ts'
import { openFile } from '#server/lib/read/file.ts'
import { resetOnFailure } from '#server/lib/reset.ts'
import type { Serve } from '#server/lib/serve.ts'
import { writeWorkbook } from '#server/lib/sheets/workbook.ts'
import type { PriceDeps } from './types.ts'
import { dateOf, priceWorkbook, readPriceItems } from './workbook.ts'

/** Month and day from which the holidays of the next year are missed. */
const NEXT_YEAR_FROM = '12-01'
/** Rows of a file of holidays. */
const MOST_HOLIDAYS = 5000
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Prices as files, and the years whose holidays are missing. */
export function servePriceFiles(serve: Serve, { viewOf }: PriceDeps): void {
  serve(getHolidayGaps, async ({ caller }) => {
    const { description, at, plant } = await viewOf(caller)
    return holidayGaps(description, at, plant.zone)
  })

  serve(readHolidays, async ({ query, request, caller }) => {
    const { language } = caller
    const grids = await openFile(query.name, bytesOf(request.body))
    const rows = grids.flatMap((g) => g.rows)
    if (rows.length > MOST_HOLIDAYS) throw badRequest('table_file_heavy', { name: query.name })
    const found = new Map<string, string>()
    const errors: FieldError[] = []
    rows.forEach(({ row, cells }, i) => {
      const texts = cells.map((c) => String(c ?? '').trim()).filter((c) => c !== '')
      const date = texts.map(dateOf).find((d) => d !== null)
      if (date) found.set(date, found.get(date) ?? texts.find((c) => dateOf(c) === null) ?? '')
      // The first row may name the columns.
      else if (texts.length > 0 && i > 0)
        errors.push({ path: `row.${row}`, code: 'price_date', message: text('price_date', language) })
    })
    if (errors.length > 0) throw badFields(errors)
    if (found.size === 0) throw badRequest('price_file_no_dates', { name: query.name })
    const holidays = [...found]
      .map(([date, name]) => ({ date, name }))
      .sort((a, b) => (a.date < b.date ? -1 : 1))
    return { holidays, years: [...new Set(holidays.map((h) => Number(h.date.slice(0, 4))))] }
  })

  serve(exportPrices, async ({ caller, reply }) => {
    const { description, at, plant } = await viewOf(caller)
    const name = `prices-${caller.hydro}-${toLocal(at, plant.zone).slice(0, 10)}.xlsx`
    await reply
      .header('content-type', XLSX)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(resetOnFailure(writeWorkbook(priceWorkbook(description, at, caller.language)), reply))
    return null as never
  })

  serve(readPrices, async ({ query, request, caller }) => {
    const { description: d, at } = await viewOf(caller)
    const items = readPriceItems(await openFile(query.name, bytesOf(request.body)), caller.language)
    const lists = { calendar: d.calendars, tariff: d.tariffs, deduction: d.deductions }
    return {
      items: items.map((item) => {
        const held = allInForce<unknown>(lists[item.noun] as Version<unknown>[], at).find(
          (v) => v.id === item.id,
        )
        return {
          ...item,
          version: held?.version ?? null,
          changed: !held || plain(held.body) !== plain(item.body),
        }
      }),
    }
  })
}

/** A body with its fields in order, without those that say nothing. */
const plain = (body: unknown): string =>
  JSON.stringify(body, (_, v: unknown) =>
    v !== null && typeof v === 'object' && !Array.isArray(v)
      ? Object.fromEntries(
          Object.entries(v)
            .filter(([, x]) => x !== null && x !== undefined && !(Array.isArray(x) && x.length === 0))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : v,
  )

function bytesOf(body: unknown): Buffer {
  if (body === undefined || body === null) return Buffer.alloc(0)
  if (Buffer.isBuffer(body)) return body
  throw new Problem(415, 'wrong_content_type', { type: '-', allowed: XLSX })
}

/** Calendars in force that name holidays and lack those of this year, or of the next once it is near. */
function holidayGaps({ calendars }: Description, at: number, zone: string) {
  const today = toLocal(at, zone).slice(0, 10)
  const year = Number(today.slice(0, 4))
  const years = today.slice(5) >= NEXT_YEAR_FROM ? [year, year + 1] : [year]
  return years.flatMap((y) => {
    // Of a calendar that changes by then the later version has them.
    const when = Math.max(at, Date.UTC(y, 0, 2))
    return allInForce(calendars, when).flatMap(({ id, body }) =>
      body.bands.some((b) => b.days.includes('holiday')) && !body.holidays.some((h) => h.startsWith(`${y}-`))
        ? [{ calendar: id, name: body.name, year: y }]
        : [],
    )
  })
}
