import { getGateLogHistory, type LogEntry, type LogVersion } from '#contract/gate-log.ts'
import { dateTime } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { VersionsDialog, type VersionEntry } from '../../ui/versions/index.tsx'
import { plainValue } from './words.ts'

interface Props {
  entry: LogEntry
  zone: string
  onClose: () => void
}

/** All versions of an entry: author, time, reason and content. */
export function GateEntryHistory({ entry, zone, onClose }: Props) {
  const { t } = useText()
  const history = useRead(
    getGateLogHistory,
    { params: { id: entry.entry_id! } },
    { staleTime: 0, quiet: true },
  )
  const entriesOf = useEntriesOf(zone)
  return (
    <VersionsDialog
      title={t('gateLog.historyTitle', { name: entry.object_name })}
      query={history}
      what={t('gateLog.act.history')}
      entriesOf={entriesOf}
      onClose={onClose}
    />
  )
}

/**
 * The lines of a version. why: the reason of the change that created it. A superseded newest version was withdrawn.
 */
function useEntriesOf(zone: string) {
  const { t, language } = useText()
  const when = (at: number) => dateTime(at, zone, language)
  const by = (author: string | null, at: number) =>
    t('gateLog.by', { who: author ?? t('gateLog.program'), when: when(at) })
  const because = (reason: string | null) => reason && t('gateLog.because', { reason })
  return (v: LogVersion, why: string | null, newest: boolean): VersionEntry[] => {
    const first = v.version === 1
    const kind = first ? (v.source === 'sensor' ? 'gateLog.completed' : 'gateLog.wrote') : 'gateLog.corrected'
    const done: VersionEntry = {
      key: String(v.version),
      what: t(kind),
      by: by(v.recorded_by_name, v.recorded_at),
      why: because(why),
      content: (
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
