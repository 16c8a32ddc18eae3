import { Button } from '@mantine/core'
import type { LogEntry, LogVersion } from '#contract/gate-log.ts'
import { dateTime } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import { Versions, type VersionEntry } from '../../ui/versions/index.tsx'
import { useHistory } from './queries.ts'
import { plainValue } from './words.ts'

/** Everything that was done to an entry: who, when, why, and what it said. */
export function History({ entry, zone, onClose }: { entry: LogEntry; zone: string; onClose: () => void }) {
  const { t } = useText()
  const history = useHistory(entry.entry_id!)
  const told = useTold(zone)
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
          <Versions
            list={versions.flatMap((v, i) => told(v, versions[i + 1]?.superseded_reason ?? null, i === 0))}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

/** why: of the change that made it. The newest one, where it holds no more, was withdrawn. */
function useTold(zone: string) {
  const { t, language } = useText()
  const when = (at: number) => dateTime(at, zone, language)
  const by = (who: string | null, at: number) =>
    t('gateLog.by', { who: who ?? t('gateLog.program'), when: when(at) })
  const because = (reason: string | null) => reason && t('gateLog.because', { reason })
  return (v: LogVersion, why: string | null, newest: boolean): VersionEntry[] => {
    const first = v.version === 1
    const kind = first ? (v.source === 'sensor' ? 'gateLog.completed' : 'gateLog.wrote') : 'gateLog.corrected'
    const done: VersionEntry = {
      key: String(v.version),
      what: t(kind),
      by: by(v.recorded_by_name, v.recorded_at),
      why: because(why),
      said: (
        <>
          {when(v.t)} · {plainValue(v.from)} → <strong>{plainValue(v.to)}</strong> {v.unit}
        </>
      ),
      words: [
        [t('gateLog.form.order'), v.order_no],
        [t('gateLog.form.by'), v.performed_by],
        [t('gateLog.form.reason'), v.reason],
      ],
    }
    if (!newest || v.superseded_at === null) return [done]
    const withdrawn: VersionEntry = {
      key: 'withdrawn',
      what: t('gateLog.withdrawn'),
      by: by(v.superseded_by_name, v.superseded_at),
      why: because(v.superseded_reason),
    }
    return [withdrawn, done]
  }
}
