import { Button } from '@mantine/core'
import type { LogEntry, LogVersion } from '#contract/gate-log.ts'
import { dateTime } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import css from './gate-log.module.css'
import { useHistory } from './queries.ts'
import { plainValue } from './words.ts'

/** Everything that was done to an entry: who, when, why, and what it said. */
export function History({ entry, zone, onClose }: { entry: LogEntry; zone: string; onClose: () => void }) {
  const { t } = useText()
  const history = useHistory(entry.entry_id!)
  return (
    <Dialog
      opened
      title={t('gateLog.historyTitle', { name: entry.object_name })}
      width={620}
      onClose={onClose}
      actions={(leave) => (
        <Button variant="default" onClick={leave} data-autofocus>
          {t('act.close')}
        </Button>
      )}
    >
      <Loaded query={history} what={t('gateLog.act.history')} height={200}>
        {(versions) => (
          <ol className={css.versions}>
            {versions.map((v, i) => (
              <Version
                key={v.version}
                version={v}
                why={versions[i + 1]?.superseded_reason ?? null}
                newest={i === 0}
                zone={zone}
              />
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  )
}

/** why: of the change that made it. The newest one, where it holds no more, was withdrawn. */
function Version(props: { version: LogVersion; why: string | null; newest: boolean; zone: string }) {
  const { version: v, why, newest, zone } = props
  const { t, language } = useText()
  const when = (at: number) => dateTime(at, zone, language)
  const name = (who: string | null) => who ?? t('gateLog.program')
  const first = v.version === 1
  const kind = first ? (v.source === 'sensor' ? 'gateLog.completed' : 'gateLog.wrote') : 'gateLog.corrected'
  const lines: [string, string | null][] = [
    [t('gateLog.form.order'), v.order_no],
    [t('gateLog.form.by'), v.performed_by],
    [t('gateLog.form.reason'), v.reason],
  ]
  return (
    <>
      {newest && v.superseded_at !== null && (
        <li className={css.version}>
          <header>
            <strong>{t('gateLog.withdrawn')}</strong>
            <span className={css.small}>
              {t('gateLog.by', { who: name(v.superseded_by_name), when: when(v.superseded_at) })}
            </span>
          </header>
          {v.superseded_reason && <p>{t('gateLog.because', { reason: v.superseded_reason })}</p>}
        </li>
      )}
      <li className={css.version}>
        <header>
          <strong>{t(kind)}</strong>
          <span className={css.small}>
            {t('gateLog.by', { who: name(v.recorded_by_name), when: when(v.recorded_at) })}
          </span>
        </header>
        {why && <p>{t('gateLog.because', { reason: why })}</p>}
        <p>
          {when(v.t)} · {plainValue(v.from)} → <strong>{plainValue(v.to)}</strong> {v.unit}
        </p>
        {lines.some(([, text]) => text !== null) && (
          <p className={css.small}>
            {lines
              .filter(([, text]) => text !== null)
              .map(([label, text]) => `${label}: ${text}`)
              .join(' · ')}
          </p>
        )}
      </li>
    </>
  )
}
