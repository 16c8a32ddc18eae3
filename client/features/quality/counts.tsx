import { number } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { tableCss as table } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import type { Filter } from './filter.ts'
import css from './quality.module.css'
import { useCounts, type Counts } from './queries.ts'
import { Where } from './where.tsx'

/** How often each check fired where, day by day. */
export function CountsList({ filter }: { filter: Filter }) {
  const { t } = useText()
  const zone = useZone() ?? 'UTC'
  const counts = useCounts(filter, zone)
  return (
    <Loaded query={counts} what={t('qualityPage.tab.counts')} height={420}>
      {(data) =>
        data.rows.length === 0 ? (
          <Empty icon="check" title={t('qualityPage.none')} hint={t('qualityPage.noneHint')} />
        ) : (
          <>
            <p className={css.hint}>{t('qualityPage.countsHint')}</p>
            <Table data={data} />
          </>
        )
      }
    </Loaded>
  )
}

function Table({ data }: { data: Counts }) {
  const { t } = useText()
  const most = Math.max(1, ...data.rows.flatMap((r) => r.counts))
  const label = t('qualityPage.tab.counts')
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={table.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('qualityPage.what')}</th>
            <th scope="col">{t('qualityPage.where')}</th>
            <th scope="col" className={table.number}>
              {t('qualityPage.total')}
            </th>
            <th scope="col">{t('qualityPage.perDay')}</th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map((r) => (
            <tr key={`${r.kind} ${r.series} ${r.object}`}>
              <th scope="row">{t(`qualityPage.kind.${r.kind}`)}</th>
              <td data-label={t('qualityPage.where')}>
                <Where place={r} />
              </td>
              <td data-label={t('qualityPage.total')} className={table.number}>
                {number(r.total, 0)}
              </td>
              <td data-label={t('qualityPage.perDay')}>
                <Days days={data.days} counts={r.counts} most={most} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A bar for each day; long spans are drawn without the numbers. */
function Days({ days, counts, most }: { days: string[]; counts: number[]; most: number }) {
  const { t } = useText()
  const said = days.flatMap((day, i) =>
    counts[i] > 0 ? [t('qualityPage.onDay', { day, n: counts[i] })] : [],
  )
  return (
    <span className={css.days} role="img" aria-label={said.join(', ')}>
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
