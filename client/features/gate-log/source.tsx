import { MINUTE } from '#core/time/units.ts'
import { Tooltip } from '@mantine/core'
import type { LogEntry } from '#contract/gate-log.ts'
import { time } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import css from './gate-log.module.css'

/** How long after a movement a reporting sensor must have seen it, ms. */
const SEEN = 15 * MINUTE

/** Who reported a movement, as icon and word, and whether the sensor saw it too. sensed: the sensor reports now. */
export function EntrySource(props: { entry: LogEntry; zone: string; sensed: boolean; now: number }) {
  const { entry: e, zone, sensed, now } = props
  const { t } = useText()
  const confirmed = e.source === 'hand' && e.seen_at !== null
  const unseen = e.source === 'hand' && e.seen_at === null && sensed && now - e.t > SEEN
  const hint = unseen
    ? t('gateLog.sourceHint.unseen')
    : confirmed
      ? t('gateLog.sourceHint.confirmed', { time: time(e.seen_at!, zone) })
      : t(`gateLog.sourceHint.${e.source === 'sensor' && e.entry_id !== null ? 'completed' : e.source}`)
  return (
    <Tooltip label={hint}>
      <span className={css.source} tabIndex={0}>
        <span className={layoutCss.inline}>
          <Icon name={e.source === 'hand' ? 'edited' : 'sensor'} size={14} />
          {t(`gateLog.source.${e.source}`)}
        </span>
        {confirmed && (
          <span className={css.seen}>
            <Icon name="check" size={12} />
            {t('gateLog.seen', { time: time(e.seen_at!, zone) })}
          </span>
        )}
        {unseen && (
          <span className={css.unseen}>
            <Icon name="warning" size={12} />
            {t('gateLog.unseen')}
          </span>
        )}
      </span>
    </Tooltip>
  )
}
