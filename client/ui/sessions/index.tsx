import { Button } from '@mantine/core'
import { deviceOf } from '../../lib/device.ts'
import { useText } from '../../lib/text/index.ts'
import { useWhen } from '../../lib/when.ts'
import { Icon } from '../icon/index.tsx'
import textCss from '../text.module.css'
import layoutCss from '../layout.module.css'
import css from './sessions.module.css'

interface SessionRow {
  session_id: string
  address: string | null
  agent: string | null
  remember: boolean
  created_at: string
  used_at: string
  current: boolean
}

interface Props {
  label: string
  sessions: readonly SessionRow[]
  /** The session being ended. */
  ending: string | null
  onEnd?: (session: SessionRow) => void
}

/** Sessions of an account: device, address, since when; each can be ended. */
export function Sessions({ label, sessions, ending, onEnd }: Props) {
  const { t } = useText()
  const when = useWhen()
  if (sessions.length === 0) return <p className={textCss.none}>{t('session.none')}</p>
  return (
    <ul aria-label={label}>
      {sessions.map((s) => {
        const device = deviceOf(s.agent)
        const name = !device
          ? t('session.unknownDevice')
          : device.system
            ? t('session.on', { browser: device.browser, system: device.system })
            : device.browser
        return (
          <li key={s.session_id} className={css.session}>
            <Icon name="screen" size={20} className={css.icon} />
            <div className={layoutCss.grow}>
              <div className={css.name}>
                {name} · {s.address ?? t('session.unknownAddress')}
                {s.current && <span className={css.mark}>{t('session.current')}</span>}
              </div>
              <div className={textCss.small}>
                {[
                  t('session.used', { time: when(s.used_at) }),
                  t('session.since', { time: when(s.created_at) }),
                  ...(s.remember ? [t('session.remembered')] : []),
                ].join(' · ')}
              </div>
            </div>
            {onEnd && !s.current && (
              <Button
                size="compact-sm"
                variant="default"
                loading={ending === s.session_id}
                aria-label={t('session.endThis', { device: name })}
                onClick={() => onEnd(s)}
              >
                {t('session.end')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
