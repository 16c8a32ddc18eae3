import type { OutputAnswer } from '#contract/statistics.ts'
import { dateTime, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import css from './statistics.module.css'

/** Of what the totals are made, what of them is not known, and what else one has to know to read them. */
export function OutputNotes({ output }: { output: OutputAnswer }) {
  const { t, language } = useText()
  const { basis, total, rows, zone, at, own_use, compare } = output
  const { entered, computed } = total
  const lacks = computed.missing > 0.0005
  const running = rows.some((r) => !r.over)
  const warnings = [
    basis === 'computed' &&
      lacks &&
      t(computed.kwh === null ? 'statistics.lacksMost' : 'statistics.lacks', {
        share: number(100 * computed.missing, 1),
      }),
    basis === 'computed' &&
      computed.vnd_missing !== null &&
      computed.vnd_missing > computed.missing + 0.0005 &&
      t('statistics.lacksRevenue', { share: number(100 * computed.vnd_missing, 1) }),
    basis === 'entered' &&
      (entered.kwh_days < entered.days || entered.vnd_days < entered.days) &&
      t('statistics.lacksDays', { kwh: entered.kwh_days, vnd: entered.vnd_days, days: entered.days }),
    basis === 'computed' &&
      computed.unpriced_kwh > 0 &&
      t('statistics.unpriced', { kwh: number(computed.unpriced_kwh, 0) }),
  ].filter((w) => w !== false)
  return (
    <div className={css.notes}>
      <p>
        <strong>{t(`statistics.madeOf.${basis}`)}</strong>{' '}
        <span className={textCss.muted}>
          {[
            basis === 'computed' &&
              entered.kwh_days + entered.vnd_days > 0 &&
              t('statistics.enteredToo', {
                kwh: entered.kwh_days,
                vnd: entered.vnd_days,
                days: entered.days,
              }),
            own_use && t('statistics.ownUse'),
            rows.some((r) => r.units.some((u) => u.vnd !== null)) && t('statistics.ofUnits'),
            computed.estimate && t('statistics.estimate'),
            running && t('statistics.until', { time: dateTime(at, zone, language) }),
            t(`statistics.comparedBy.${compare}`),
          ]
            .filter((w) => w !== false)
            .join(' ')}
        </span>
      </p>
      {warnings.map((words) => (
        <p key={words} className={layoutCss.inline}>
          <Icon name="partial" size={16} /> <strong>{words}</strong>
        </p>
      ))}
    </div>
  )
}
