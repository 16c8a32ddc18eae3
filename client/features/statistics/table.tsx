import type { OutputAnswer, OutputRow } from '#contract/statistics.ts'
import { date, NOTHING, number, type Language } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { month } from '../../ui/chart/format.ts'
import { QualityMark } from '../../ui/quality/index.tsx'
import { DataTable, type Column, type FootCell } from '../../ui/table/index.ts'
import textCss from '../../ui/text.module.css'
import type { DETAILS } from './fields.ts'
import css from './statistics.module.css'

/** The name of a period. */
function periodName({ from }: Pick<OutputRow, 'from'>, output: OutputAnswer, language: Language): string {
  const { group, zone } = output
  if (group === 'day') return date(from, zone, language)
  return group === 'month' ? month(from, zone, language) : date(from, zone, 'en').slice(0, 4)
}

const shareOf = (a: number | null, b: number | null) => (a === null || !b ? null : (100 * a) / b)

interface Props {
  output: OutputAnswer
  by: (typeof DETAILS)[number]
}

/** A column that also has a cell below the rows. */
type Figure = Column<OutputRow> & {
  foot: (total: OutputRow) => FootCell['content']
  both?: FootCell['content']
}

/** The table of output and revenue by period, with the total and what is compared below. */
export function OutputTable({ output, by }: Props) {
  const { t, language } = useText()
  const { rows, total, compared, basis, compare, units, classes } = output
  const figure = (
    id: string,
    over: string,
    head: string,
    unit: string,
    value: (r: OutputRow) => number | null,
    {
      decimals = 0,
      mark,
      both,
    }: { decimals?: number; mark?: (r: OutputRow) => Missing | null; both?: string } = {},
  ): Figure => {
    const cell = (r: OutputRow) => {
      const missing = mark?.(r)
      return (
        <span className={textCss.nowrap}>
          {missing && value(r) !== null && <Marked {...missing} />}
          {number(value(r), decimals)}
        </span>
      )
    }
    return {
      id,
      over,
      head: (
        <>
          {head} <small className={css.unit}>{unit}</small>
        </>
      ),
      text: `${over}: ${head}${unit && ` (${unit})`}`,
      phoneLabel: `${over}: ${head}${unit && ` (${unit})`}`,
      align: 'number',
      value,
      cell,
      foot: cell,
      both,
    }
  }
  const [kwh, vnd] = [t('statistics.kwh'), t('statistics.vnd')]
  const own = t(`statistics.bases.${basis}`)
  const against = t(`statistics.compare.${compare}`)
  const other = basis === 'computed' ? 'entered' : 'computed'
  const ofPlant = t('statistics.plant')
  const energyMark = (r: OutputRow): Missing | null => lacking(r.computed)
  const revenueMark = (r: OutputRow): Missing | null => lackingRevenue(r.computed)
  const sums = (of: 'kwh' | 'vnd') => (compared[of].rows > 0 ? compared[of] : null)
  const both = { kwh: sums('kwh'), vnd: sums('vnd') }
  const share = (of: 'kwh' | 'vnd') => number(shareOf(both[of]?.used ?? null, both[of]?.against ?? null), 1)
  const figures: Figure[] = [
    figure('kwh', own, kwh, 'kWh', (r) => r.used.kwh, {
      mark: basis === 'computed' ? energyMark : (r) => daysLacking(r, 'kwh_days'),
      both: number(both.kwh?.used, 0),
    }),
    figure('vnd', own, vnd, 'VND', (r) => r.used.vnd, {
      mark: basis === 'computed' ? revenueMark : (r) => daysLacking(r, 'vnd_days'),
      both: number(both.vnd?.used, 0),
    }),
    figure('price', own, t('statistics.price'), 'VND/kWh', (r) => r.used.mean_price, { decimals: 1 }),
    figure('against-kwh', against, kwh, 'kWh', (r) => r.against.kwh, { both: number(both.kwh?.against, 0) }),
    figure(
      'share-kwh',
      against,
      t('statistics.share'),
      '%',
      (r) => shareOf(r.comparable.kwh, r.against.kwh),
      {
        decimals: 1,
        both: share('kwh'),
      },
    ),
    figure('against-vnd', against, vnd, 'VND', (r) => r.against.vnd, { both: number(both.vnd?.against, 0) }),
    figure(
      'share-vnd',
      against,
      t('statistics.share'),
      '%',
      (r) => shareOf(r.comparable.vnd, r.against.vnd),
      {
        decimals: 1,
        both: share('vnd'),
      },
    ),
    figure('other-kwh', t(`statistics.bases.${other}`), kwh, 'kWh', (r) => r[other].kwh, {
      mark: other === 'computed' ? energyMark : (r) => daysLacking(r, 'kwh_days'),
    }),
    figure('other-vnd', t(`statistics.bases.${other}`), vnd, 'VND', (r) => r[other].vnd, {
      mark: other === 'computed' ? revenueMark : (r) => daysLacking(r, 'vnd_days'),
    }),
    figure('hours', ofPlant, t('statistics.hours'), 'h', (r) => r.hours, {
      decimals: 1,
      mark: (r) => lacking({ quality: 0, missing: r.hours_missing }),
    }),
    figure('starts', ofPlant, t('statistics.starts'), '', (r) => r.starts),
    figure('factor', ofPlant, t('statistics.factor'), '%', (r) => percent(r.capacity_factor), {
      decimals: 1,
    }),
    ...(by === 'class' ? classes : []).flatMap(({ name }, i) => [
      figure(`class-${i}-kwh`, name, kwh, 'kWh', (r) => r.classes[i].kwh),
      figure(`class-${i}-vnd`, name, vnd, 'VND', (r) => r.classes[i].vnd),
    ]),
    ...(by === 'unit' ? units : []).flatMap(({ name }, i) => [
      figure(`unit-${i}-kwh`, name, kwh, 'kWh', (r) => r.units[i].kwh, { mark: (r) => lacking(r.units[i]) }),
      figure(`unit-${i}-vnd`, name, vnd, 'VND', (r) => r.units[i].vnd, {
        mark: (r) => lackingRevenue(r.units[i]),
      }),
      figure(`unit-${i}-hours`, name, t('statistics.hours'), 'h', (r) => r.units[i].hours, { decimals: 1 }),
      figure(`unit-${i}-starts`, name, t('statistics.starts'), '', (r) => r.units[i].starts),
      figure(
        `unit-${i}-factor`,
        name,
        t('statistics.factor'),
        '%',
        (r) => percent(r.units[i].capacity_factor),
        {
          decimals: 1,
        },
      ),
    ]),
  ]
  const foot: FootCell[][] = [
    [
      { content: t('statistics.total'), rowHeader: true },
      ...figures.map((f): FootCell => ({ align: 'number', content: totalled(f.id) ? f.foot(total) : '' })),
    ],
  ]
  if (compared.kwh.rows > 0 || compared.vnd.rows > 0)
    foot.push([
      {
        content: t('statistics.both', {
          n: Math.max(compared.kwh.rows, compared.vnd.rows),
          all: rows.length,
        }),
        rowHeader: true,
      },
      ...figures.map((f): FootCell => ({ align: 'number', content: f.both ?? '' })),
    ])
  return (
    <div className={css.table}>
      <DataTable<OutputRow>
        label={t('statistics.tab.output')}
        rows={rows}
        rowKey={(r) => r.from}
        columns={[
          {
            id: 'period',
            head: t(`statistics.groups.${output.group}`),
            rowHeader: true,
            value: (r) => periodName(r, output, language),
            cell: (r) => (
              <>
                <span className={textCss.nowrap}>{periodName(r, output, language)}</span>
                {!r.over && <small className={css.running}> {t('statistics.inProgress')}</small>}
              </>
            ),
          },
          ...figures,
        ]}
        foot={foot}
      />
    </div>
  )
}

/** Comparisons have no total of their own: rows may lack one side. */
const totalled = (id: string) => !/^(against|share)-/.test(id)
const percent = (v: number | null) => (v === null ? null : 100 * v)

interface Missing {
  q: number
  share: number | null
}

const lacking = ({ quality, missing }: { quality: number; missing: number }): Missing | null =>
  missing > 0.0005 ? { q: quality, share: missing } : null

const lackingRevenue = (r: { vnd_quality: number | null; vnd_missing: number | null }): Missing | null =>
  lacking({ quality: r.vnd_quality ?? 0, missing: r.vnd_missing ?? 0 })

const daysLacking = ({ entered }: OutputRow, of: 'kwh_days' | 'vnd_days'): Missing | null =>
  entered[of] < entered.days
    ? { q: 0, share: entered.days > 0 ? 1 - entered[of] / entered.days : null }
    : null

/** That a part of a figure is not known. */
function Marked({ q, share }: Missing) {
  const { t } = useText()
  return (
    <small className={css.missing}>
      <QualityMark q={q} words={false} />{' '}
      {share === null
        ? NOTHING
        : t('statistics.known', { share: number(100 * share, share < 0.01 ? 1 : 0) })}{' '}
    </small>
  )
}
