import { Readable } from 'node:stream'
import { grade, GOOD, PARTIAL } from '#core/quality/index.ts'
import { toLocal, toLocalDate } from '#core/time/index.ts'
import { text, type Language, type MessageCode } from '#contract/messages.ts'
import { CSV_SEPARATORS } from '#contract/report.ts'
import type { OutputAnswer, OutputRow } from '#contract/statistics.ts'
import type { View } from '#server/features/dashboard/index.ts'
import { writeCsv } from '#server/lib/sheets/csv.ts'
import {
  writeWorkbook,
  type CoverSheet,
  type DataSheet,
  type SheetCell,
  type SheetColumn,
} from '#server/lib/sheets/workbook.ts'
import { VERSION } from '#server/version.ts'

interface Maker {
  format: 'xlsx' | 'csv'
  separator: keyof typeof CSV_SEPARATORS
  decimal: '.' | ','
  language: Language
  /** Who makes it, and when; demo: whether its figures are of a simulated plant. */
  by: string | null
  at: number
  demo: boolean
}

const DEMO = 'DEMO'
const PARTLY = { key: 'PARTIAL', mark: ' p', fill: '#fdf3d8' }

/** A column with the cell of a row. */
interface Column {
  column: SheetColumn
  cell: (row: OutputRow) => SheetCell
}

/** Energy of which some is not known is marked; what is missing is an empty cell, never 0. */
const energyCell = ({
  kwh,
  quality,
  missing,
}: Pick<OutputRow['computed'], 'kwh' | 'quality' | 'missing'>): SheetCell =>
  kwh === null ? null : missing > 0 || grade(quality) > GOOD ? { v: kwh, flag: PARTLY.key } : kwh

const shareOf = (a: number | null, b: number | null) => (a === null || !b ? null : (100 * a) / b)

function columnsOf({ group, compare, basis, classes, units }: OutputAnswer, language: Language): Column[] {
  const t = (code: MessageCode, params = {}) => text(code, language, params)
  const amount = (head: readonly string[], unit: string, cell: Column['cell'], decimals = 0): Column => ({
    column: { head, unit, format: { decimals, grouped: true }, width: 16 },
    cell,
  })
  const against = t(`output_against_${compare}`)
  const [kwh, vnd] = [t('output_energy'), t('output_revenue')]
  return [
    {
      column: { head: [t(`report_time_${GROUP_KIND[group]}`)], unit: '', format: 'date', width: 14 },
      cell: (r) => ({ at: r.from }),
    },
    amount([t(`output_basis_${basis}`), kwh], 'kWh', (r) =>
      basis === 'computed' ? energyCell(r.computed) : r.used.kwh,
    ),
    amount([t(`output_basis_${basis}`), vnd], 'VND', (r) => r.used.vnd),
    amount([t(`output_basis_${basis}`), t('output_mean_price')], 'VND/kWh', (r) => r.used.mean_price, 2),
    amount([against, kwh], 'kWh', (r) => r.against.kwh),
    amount([against, t('output_share')], '%', (r) => shareOf(r.comparable.kwh, r.against.kwh), 1),
    amount([against, vnd], 'VND', (r) => r.against.vnd),
    amount([against, t('output_share')], '%', (r) => shareOf(r.comparable.vnd, r.against.vnd), 1),
    ...(basis === 'computed'
      ? [
          amount([t('output_basis_entered'), kwh], 'kWh', (r) => r.entered.kwh),
          amount([t('output_basis_entered'), vnd], 'VND', (r) => r.entered.vnd),
        ]
      : [
          amount([t('output_basis_computed'), kwh], 'kWh', (r) => energyCell(r.computed)),
          amount([t('output_basis_computed'), vnd], 'VND', (r) => r.computed.vnd),
        ]),
    amount([t('output_plant'), t('output_hours')], 'h', (r) => r.hours, 1),
    amount([t('output_plant'), t('output_starts')], '', (r) => r.starts),
    amount(
      [t('output_plant'), t('output_factor')],
      '%',
      (r) => r.capacity_factor && 100 * r.capacity_factor,
      1,
    ),
    amount([t('output_plant'), t('output_missing')], '%', (r) => 100 * r.computed.missing, 1),
    ...classes.flatMap(({ name }, i) => [
      amount([name, kwh], 'kWh', (r) => r.classes[i].kwh),
      amount([name, vnd], 'VND', (r) => r.classes[i].vnd),
    ]),
    ...units.flatMap(({ name }, i) => [
      amount([name, kwh], 'kWh', (r) => energyCell(r.units[i])),
      amount([name, t('output_hours')], 'h', (r) => r.units[i].hours, 1),
      amount([name, t('output_starts')], '', (r) => r.units[i].starts),
      amount(
        [name, t('output_factor')],
        '%',
        (r) => r.units[i].capacity_factor && 100 * r.units[i].capacity_factor,
        1,
      ),
    ]),
    {
      column: { head: [t('report_state')], unit: '', format: 'text', width: 18 },
      cell: (r) => (r.over ? '' : t('report_open')),
    },
  ]
}

const GROUP_KIND = { day: 'daily', month: 'monthly', year: 'yearly' } as const

function sheetOf(
  output: OutputAnswer,
  columns: readonly Column[],
  name: string,
  language: Language,
): DataSheet {
  const { total, compared } = output
  return {
    kind: 'data',
    name,
    title: name,
    columns: columns.map((c) => c.column),
    rows: output.rows.map((row) => columns.map((c) => c.cell(row))),
    foot: () => [
      {
        label: text('report_foot_total', language),
        cells: columns.map(({ cell }, i) => (i === 0 ? null : (cell(total) ?? ''))),
      },
      {
        label: text('output_foot_compared', language, { n: compared.kwh.rows, all: output.rows.length }),
        cells: [
          null,
          compared.kwh.rows > 0 ? compared.kwh.used : '',
          compared.vnd.rows > 0 ? compared.vnd.used : '',
          '',
          compared.kwh.rows > 0 ? compared.kwh.against : '',
          shareOf(compared.kwh.used, compared.kwh.against) ?? '',
          compared.vnd.rows > 0 ? compared.vnd.against : '',
          shareOf(compared.vnd.used, compared.vnd.against) ?? '',
        ],
      },
    ],
    chart: { title: text('report_chart', language), type: 'column', columns: [1, 4], axis: 'kWh' },
    print: { orientation: 'landscape' },
  }
}

function coverOf(output: OutputAnswer, view: View, title: string, { language, by, at }: Maker): CoverSheet {
  const { total, basis, zone, rows } = output
  const t = (code: MessageCode, params = {}) => text(code, language, params)
  const line = (label: MessageCode, value: SheetCell, strong = false) => ({ label: t(label), value, strong })
  const { entered, computed } = total
  return {
    kind: 'cover',
    name: t('report_cover'),
    title: `${title} · ${view.plant.name}`,
    lines: [
      line('report_cover_reservoir', `${view.plant.name} (${view.hydro})`, true),
      line('report_cover_what', title),
      line('report_cover_span', `${toLocal(rows[0].from, zone)} - ${toLocal(rows.at(-1)!.to, zone)}`),
      line('report_cover_zone', zone),
      line('output_cover_days', t('output_days_midnight')),
      line('output_cover_basis', t(`output_basis_${basis}`), true),
      line(
        'output_cover_entered',
        t('output_entered_days', { kwh: entered.kwh_days, vnd: entered.vnd_days, days: entered.days }),
      ),
      line('output_cover_missing', `${(100 * computed.missing).toFixed(1)} %`),
      ...(computed.unpriced_kwh > 0 ? [line('output_cover_unpriced', `${computed.unpriced_kwh} kWh`)] : []),
      ...(computed.estimate ? [line('output_cover_estimate', t('output_estimate'))] : []),
      line('output_cover_against', t(`output_against_${output.compare}`)),
      line('output_cover_counted', toLocal(output.at, zone)),
      ...(by === null ? [] : [line('report_cover_by', by)]),
      line('report_cover_at', toLocal(at, zone)),
      line('report_cover_version', VERSION),
    ],
  }
}

/** Output and revenue as a workbook with a cover, or as CSV. */
export function outputFile(output: OutputAnswer, view: View, maker: Maker) {
  const { format, language, demo } = maker
  const { zone, group, rows } = output
  const days = [rows[0].from, rows.at(-1)!.to - 1].map((t) => toLocalDate(t, zone))
  const parts = [view.hydro, 'output', group, ...days, ...(demo ? [DEMO] : [])]
  const name = `${parts.join('-').replace(/[^\w.-]/g, '_')}.${format}`
  const title = text(`output_title_${group}`, language)
  const sheet = sheetOf(output, columnsOf(output, language), title, language)
  if (format === 'csv') {
    const { separator, decimal } = maker
    const lines = writeCsv(sheet, { separator: CSV_SEPARATORS[separator], decimal, zone, language })
    return { name, type: 'text/csv; charset=utf-8', content: Readable.from(lines, { objectMode: false }) }
  }
  return {
    name,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: writeWorkbook({
      sheets: [coverOf(output, view, title, maker), sheet],
      language,
      zone,
      flags: [{ ...PARTLY, meaning: text(`report_grade_${PARTIAL as 2}`, language) }],
      creator: maker.by ?? undefined,
      created: maker.at,
      stamp: demo ? DEMO : undefined,
    }),
  }
}
