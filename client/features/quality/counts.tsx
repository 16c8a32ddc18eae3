import { number } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Empty } from '../../ui/state.tsx'
import { DataTable } from '../../ui/table/index.ts'
import type { QualityFilter } from './filter.ts'
import css from './quality.module.css'
import { useFiredCounts } from './queries.ts'
import { Where } from './where.tsx'

/** Number of times each check fired at each place, by day. */
export function CountsList({ filter }: { filter: QualityFilter }) {
  const { t } = useText()
  const zone = useZone() ?? 'UTC'
  const counts = useFiredCounts(filter, zone)
  const { data } = counts
  const most = Math.max(1, ...(data?.rows.flatMap((r) => r.counts) ?? []))
  return (
    <DataTable
      label={t('qualityPage.tab.counts')}
      query={counts}
      rows={data?.rows}
      rowKey={(r) => `${r.kind} ${r.series} ${r.object}`}
      height={420}
      empty={<Empty icon="check" title={t('qualityPage.none')} hint={t('qualityPage.noneHint')} />}
      intro={<p className={css.hint}>{t('qualityPage.countsHint')}</p>}
      columns={[
        {
          id: 'what',
          head: t('qualityPage.what'),
          rowHeader: true,
          value: (r) => t(`qualityPage.kind.${r.kind}`),
        },
        {
          id: 'where',
          head: t('qualityPage.where'),
          value: (r) => r.series,
          cell: (r) => <Where place={r} />,
        },
        {
          id: 'total',
          head: t('qualityPage.total'),
          align: 'number',
          value: (r) => r.total,
          cell: (r) => number(r.total, 0),
        },
        {
          id: 'days',
          head: t('qualityPage.perDay'),
          cell: (r) => <Days days={data!.days} counts={r.counts} most={most} />,
        },
      ]}
    />
  )
}

/** A bar per day; long spans are drawn without numbers. */
function Days({ days, counts, most }: { days: string[]; counts: number[]; most: number }) {
  const { t } = useText()
  const labels = days.flatMap((day, i) =>
    counts[i] > 0 ? [t('qualityPage.onDay', { day, n: counts[i] })] : [],
  )
  return (
    <span className={css.days} role="img" aria-label={labels.join(', ')}>
      {counts.map((n, i) => (
        <span
          key={days[i]}
          className={css.day}
          title={t('qualityPage.onDay', { day: days[i], n })}
          data-none={n === 0 || undefined}
        >
          <span style={{ height: n === 0 ? 1 : Math.max(3, Math.round((20 * n) / most)) }} />
        </span>
      ))}
    </span>
  )
}
