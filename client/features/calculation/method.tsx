import { Button } from '@mantine/core'
import { useState } from 'react'
import { dateTime, duration } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './panel.module.css'
import { useOperation } from './queries.ts'
import { SwitchOperation } from './switch.tsx'

/** The method of operation in one line, with a button to change it for those who may. */
export function OperationMethod({ onAsking }: { onAsking?: (asking: boolean) => void }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const mayAct = useCan('dashboard.save-revert')
  const data = useOperation().data
  const [asking, setAsking] = useState(false)
  const ask = (on: boolean) => {
    setAsking(on)
    onAsking?.(on)
  }
  const manual = data?.method === 'manual'
  return (
    <div className={css.method} role="group" aria-label={t('operation.label')} aria-busy={!data || undefined}>
      {data && (
        <>
          <Icon name={manual ? 'user' : 'live'} size={18} />
          <span>
            <strong>{t(manual ? 'operation.manual' : 'operation.automatic')}</strong>{' '}
            {data.since !== null && t('operation.since', { time: dateTime(data.since, zone, language) })}
            {data.since !== null && data.by_name !== null && `, ${t('operation.by', { who: data.by_name })}`}
            {!manual && (
              <span className={css.quiet}>
                {t('operation.automaticHint', { length: duration(data.interval * 1000, language) })}
              </span>
            )}
          </span>
          {mayAct && (
            <Button size="compact-sm" variant="default" onClick={() => ask(true)}>
              {t(manual ? 'operation.toAutomatic' : 'operation.toManual')}
            </Button>
          )}
        </>
      )}
      {asking && data && <SwitchOperation seen={data.method} onClose={() => ask(false)} />}
    </div>
  )
}
