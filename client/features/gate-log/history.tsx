import { getGateLogHistory, type LogEntry, type LogVersion } from '#contract/gate-log.ts'
import { dateTime } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { VersionsDialog, type VersionContent } from '../../ui/versions/index.tsx'
import { plainValue } from './words.ts'

interface Props {
  entry: LogEntry
  zone: string
  onClose: () => void
}

/** All versions of an entry: author, time, reason and content. */
export function GateEntryHistory({ entry, zone, onClose }: Props) {
  const { t, language } = useText()
  const history = useRead(
    getGateLogHistory,
    { params: { id: entry.entry_id! } },
    { staleTime: 0, quiet: true },
  )
  const when = (at: number) => dateTime(at, zone, language)
  const contentOf = (v: LogVersion): VersionContent => {
    const kind = v.version > 1 ? 'corrected' : v.source === 'sensor' ? 'completed' : 'wrote'
    return {
      what: t(`gateLog.${kind}`),
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
  }
  return (
    <VersionsDialog
      title={t('gateLog.historyTitle', { name: entry.object_name })}
      query={history}
      what={t('gateLog.act.history')}
      texts={{
        by: (author, at) => t('gateLog.by', { who: author ?? t('gateLog.program'), when: when(at) }),
        because: (reason) => t('gateLog.because', { reason }),
        withdrawn: t('gateLog.withdrawn'),
      }}
      contentOf={contentOf}
      onClose={onClose}
    />
  )
}
