import { useMemo, type ReactNode } from 'react'
import { EDITED, FLOORED, grade, MISSING } from '#core/quality/index.ts'
import type { ReportAnswer, ReportColumnHead, ReportTotal } from '#contract/report.ts'
import { serverNow } from '../../lib/clock.ts'
import { date, dateTime, NOTHING, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { unitWords } from '../../parts/devices/index.ts'
import { Why } from '../../parts/explain/index.tsx'
import { month } from '../../ui/chart/format.ts'
import layoutCss from '../../ui/layout.module.css'
import { QualityMark } from '../../ui/quality/index.tsx'
import { DataTable, type Column, type FootCell } from '../../ui/table/index.ts'
import { rowBegins, rowEnds } from './model.ts'
import css from './report.module.css'

/** Height of a row, px. */
const ROW = 33
/** Width of the column of times and of a value, px. */
const [TIME, VALUE] = [150, 124]

interface Row {
  i: number
  t: number
  /** Whether it is not over. */
  open: boolean
}

/** Lines below the rows, and what each takes of the totals. */
const FOOT = ['total', 'mean', 'max', 'min'] as const

/** The table of a report: times at the left, a column for each quantity, totals below. */
export function ReportTable({ report }: { report: ReportAnswer }) {
  const { t, texts, language } = useText()
  const { zone, kind, columns, totals } = report
  const rows = useMemo(() => {
    const open = new Set(report.open)
    return report.t.map((at, i): Row => ({ i, t: at, open: open.has(i) }))
  }, [report])
  const timeOf = ({ t: at }: Row) =>
    kind === 'raw' || kind === 'hourly'
      ? dateTime(at, zone, language)
      : kind === 'daily'
        ? date(at, zone, language)
        : kind === 'monthly'
          ? month(at, zone, language)
          : date(at, zone, 'en').slice(0, 4)
  const textOf = (column: ReportColumnHead, v: number | string | null): string => {
    if (v === null) return ''
    if (typeof v === 'string') return v
    if (column.format === 'time') return dateTime(v, zone, language)
    if (column.format === 'method') return texts.report.methods[v - 1] ?? String(v)
    return number(v, column.decimals)
  }
  const named = ({ name, unit }: ReportColumnHead) =>
    unit === '' ? name : `${name} (${unitWords(unit, language)})`
  const cells = columns.map((column, c): Column<Row> => ({
    id: column.id,
    over: column.head[0],
    head: <Head lines={column.head.slice(1)} unit={unitWords(column.unit, language)} />,
    headTitle: column.name,
    phoneLabel: named(column),
    align: column.format === 'text' || column.format === 'quality' ? undefined : 'number',
    width: column.format === 'time' ? TIME : VALUE,
    text: named(column),
    value: ({ i }) => {
      const v = report.v[c][i]
      return column.format === 'time' && typeof v === 'number' ? dateTime(v, zone, language) : v
    },
    cell: ({ i }) => {
      const v = report.v[c][i]
      const q = report.q[c][i]
      if (column.format === 'quality') return typeof v === 'number' ? <QualityMark q={v} good /> : ''
      if (v === null)
        return q !== null && grade(q) !== MISSING ? (
          <Flagged q={q}>{NOTHING}</Flagged>
        ) : q === null && kind !== 'raw' ? (
          // Nothing was due yet.
          ''
        ) : (
          <i className={css.gap} />
        )
      const series = column.format === 'number' ? (column.series.at(-1) ?? null) : null
      // Values of a row that is not over are explained as they are now.
      const end = rowEnds(report, column)[i]
      const at = end > serverNow() ? null : end
      const exact = column.measure === 'value' || column.measure === 'end'
      const figure = (
        <Why
          series={series}
          at={at}
          revenue={column.money && { money: column.money, from: rowBegins(report, i), to: end }}
          note={exact ? undefined : t('report.explained')}
        >
          {textOf(column, v)}
        </Why>
      )
      return q !== null && (grade(q) > 0 || q & (EDITED | FLOORED)) ? (
        <Flagged q={q}>{figure}</Flagged>
      ) : (
        figure
      )
    },
  }))
  const time: Column<Row> = {
    id: 'time',
    head: t(`report.time.${kind}`),
    rowHeader: true,
    width: TIME,
    value: timeOf,
    cell: (row) => (
      <>
        {timeOf(row)}
        {row.open && <small className={css.open}>{t('report.inProgress')}</small>}
      </>
    ),
  }
  const foot = totals ? FOOT.flatMap((what) => footRow(what)) : undefined

  function footRow(what: (typeof FOOT)[number]): FootCell[][] {
    const values = totals!.map((one, c) => footValue(one, columns[c], what))
    if (values.every((v) => v === null)) return []
    return [
      [
        { content: t(`report.foot.${what}`), rowHeader: true },
        ...values.map((v, c): FootCell => ({
          align: 'number',
          content:
            v === null ? (
              ''
            ) : (
              <>
                {number(v.value, columns[c].decimals)}
                {v.at !== null && <small className={css.at}>{dateTime(v.at, zone, language)}</small>}
              </>
            ),
        })),
      ],
    ]
  }

  return (
    <DataTable
      label={t('report.table')}
      className={css.table}
      rows={rows}
      rowKey={(row) => row.i}
      manyOf={ROW}
      columns={[time, ...cells]}
      foot={foot}
    />
  )
}

function footValue(
  one: ReportTotal,
  { format }: ReportColumnHead,
  what: (typeof FOOT)[number],
): { value: number; at: number | null } | null {
  if (format !== 'number') return null
  const value = one[what]
  if (value === null) return null
  return { value, at: what === 'max' ? one.t_max : what === 'min' ? one.t_min : null }
}

function Head({ lines, unit }: { lines: readonly string[]; unit: string }) {
  return (
    <>
      {lines.map((line) => (
        <span key={line} className={css.line}>
          {line}
        </span>
      ))}
      <span className={css.unit}>{unit || '\u00a0'}</span>
    </>
  )
}

/** A value with the mark of its quality beside it. */
function Flagged({ q, children }: { q: number; children: ReactNode }) {
  return (
    <span className={layoutCss.inlineClose}>
      <QualityMark q={q} words={false} />
      {children}
    </span>
  )
}
