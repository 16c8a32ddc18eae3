import type { PublishedComparison } from '#contract/published.ts'
import { DECIMALS, NOTHING, date, dateTime, differenceShown, number, signed, unit } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { month } from '../../ui/chart/format.ts'
import { DataTable, type Columns } from '../../ui/table/index.ts'
import css from './published.module.css'
import { quantityOf } from './quantity.ts'

type Scores = NonNullable<PublishedComparison['whole']>
interface Row extends Scores {
  key: string
  name: string
  slope: number | null
}

const SCORE = 3

/** Scores of the whole span, of its months and of its floods. */
export function ScoreTable({ data }: { data: PublishedComparison }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const day = (ms: number) => date(ms, zone, language)
  const quantity = quantityOf(data.unit)
  const own = unit(quantity, language)
  const decimals = DECIMALS[quantity]
  const volumes = unit('storage', language)
  const row = (key: string, name: string, s: Scores, slope: number | null = null): Row => ({
    ...s,
    key,
    name,
    slope,
  })
  const value = (v: number) => number(v, decimals)
  const peak = ({ t: at, v }: Scores['peak_published']) => (
    <>
      {value(v)} <span className={css.when}>{dateTime(at, zone, language)}</span>
    </>
  )
  const columns: Columns<Row> = [
    { id: 'span', head: t('published.span'), rowHeader: true, value: (r) => r.name },
    { id: 'n', head: t('published.n'), align: 'number', value: (r) => r.n, cell: (r) => number(r.n, 0) },
    { id: 'r', head: 'r', align: 'number', value: (r) => r.r, cell: (r) => number(r.r, SCORE) },
    { id: 'nse', head: 'NSE', align: 'number', value: (r) => r.nse, cell: (r) => number(r.nse, SCORE) },
    { id: 'rmse', head: `RMSE, ${own}`, align: 'number', value: (r) => r.rmse, cell: (r) => value(r.rmse) },
    {
      id: 'bias',
      head: t('published.bias', { unit: own }),
      align: 'number',
      value: (r) => r.bias,
      cell: (r) => signed(r.bias, decimals),
    },
    quantity === 'flow' && {
      id: 'volumePublished',
      head: t('published.volumePublished', { unit: volumes }),
      align: 'number',
      value: (r) => r.volume_published,
      cell: (r) => number(r.volume_published, DECIMALS.storage),
    },
    quantity === 'flow' && {
      id: 'volumeComputed',
      head: t('published.volumeComputed', { unit: volumes }),
      align: 'number',
      value: (r) => r.volume_computed,
      cell: (r) => number(r.volume_computed, DECIMALS.storage),
    },
    {
      id: 'peakPublished',
      head: t('published.peakPublished', { unit: own }),
      align: 'number',
      value: (r) => r.peak_published.v,
      cell: (r) => peak(r.peak_published),
    },
    {
      id: 'peakComputed',
      head: t('published.peakComputed', { unit: own }),
      align: 'number',
      value: (r) => r.peak_computed.v,
      cell: (r) => peak(r.peak_computed),
    },
    {
      id: 'slope',
      head: t('published.slope'),
      headTitle: t('published.slopeTitle'),
      align: 'number',
      value: (r) => r.slope,
      cell: (r) => (r.slope === null ? NOTHING : number(r.slope, SCORE)),
    },
  ]
  const groups = [
    {
      key: 'whole',
      head: t('published.whole'),
      rows: data.whole ? [row('whole', `${day(data.from)} – ${day(data.to)}`, data.whole)] : [],
    },
    {
      key: 'floods',
      head: t('published.floods'),
      rows: data.floods.map((f) => row(`f${f.start}`, `${day(f.start)} – ${day(f.end)}`, f)),
    },
    {
      key: 'months',
      head: t('published.months'),
      rows: data.months.map((m) => row(`m${m.start}`, month(m.start, zone, language), m, m.slope)),
    },
  ].filter((g) => g.rows.length > 0)
  return (
    <DataTable
      label={t('published.scores')}
      groups={groups}
      rowKey={(r) => r.key}
      csv="published"
      intro={<h2 className={css.title}>{t('published.scores')}</h2>}
      columns={columns}
    />
  )
}

/** The days whose means differ most. */
export function WorstDays({ data }: { data: PublishedComparison }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const quantity = quantityOf(data.unit)
  const own = unit(quantity, language)
  const decimals = DECIMALS[quantity]
  type Day = (typeof data.days)[number]
  const by = (d: Day) => differenceShown(d.computed, d.published, decimals)
  return (
    <DataTable
      label={t('published.days')}
      rows={data.days}
      rowKey={(d) => String(d.start)}
      intro={<h2 className={css.title}>{t('published.days')}</h2>}
      columns={[
        {
          id: 'day',
          head: t('published.day'),
          rowHeader: true,
          value: (d) => d.start,
          cell: (d) => date(d.start, zone, language),
        },
        {
          id: 'published',
          head: t('published.published', { unit: own }),
          align: 'number',
          value: (d) => d.published,
          cell: (d) => number(d.published, decimals),
        },
        {
          id: 'computed',
          head: t('published.computed', { unit: own }),
          align: 'number',
          value: (d) => d.computed,
          cell: (d) => number(d.computed, decimals),
        },
        {
          id: 'by',
          head: t('published.by', { unit: own }),
          align: 'number',
          value: by,
          cell: (d) => signed(by(d), decimals),
        },
      ]}
    />
  )
}
