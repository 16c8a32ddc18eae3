import { getHolidayGaps } from '#contract/price-files.ts'
import { useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './known.module.css'

/** Tells of calendars of prices that lack the holidays of a year. */
export default function HolidaysBanner() {
  const { t } = useText()
  const { data = [] } = useRead(getHolidayGaps)
  if (data.length === 0) return null
  return (
    <section className={css.holidays} aria-label={t('holidayGap.title')}>
      <Icon name="calendar" size={20} />
      <p role="status">
        {data.map(({ calendar, name, year }) => (
          <span key={`${calendar} ${year}`}>{t('holidayGap.of', { name, year })}</span>
        ))}
        <a href="/tools/#/price?tab=holidays">{t('holidayGap.enter')}</a>
      </p>
    </section>
  )
}
