import { Tooltip } from '@mantine/core'
import type { LogEntry } from '#contract/gate-log.ts'
import { time } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './gate-log.module.css'

/** Who says so, by icon and word; and whether the sensor saw what was written. */
export function Source({ entry: e, zone }: { entry: LogEntry; zone: string }) {
  const { t } = useText()
  const confirmed = e.source === 'hand' && e.seen_at !== null
  const hint = confirmed
    ? t('gateLog.sourceHint.confirmed', { time: time(e.seen_at!, zone) })
    : t(`gateLog.sourceHint.${e.source === 'sensor' && e.entry_id !== null ? 'completed' : e.source}`)
  return (
    <Tooltip label={hint}>
      <span className={css.source} tabIndex={0}>
        <Icon name={e.source === 'hand' ? 'edited' : 'sensor'} size={14} />
        {t(`gateLog.source.${e.source}`)}
        {confirmed && (
          <span className={css.seen}>
            <Icon name="check" size={12} />
            {t('gateLog.seen', { time: time(e.seen_at!, zone) })}
          </span>
        )}
      </span>
    </Tooltip>
  )
}
