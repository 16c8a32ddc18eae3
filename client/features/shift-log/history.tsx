import { withdrawShiftEntry, type ShiftVersion } from '#contract/shift-log.ts'
import type { TimelineItem } from '#contract/timeline.ts'
import { dateTime } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { ConfirmWhy } from '../../ui/form/index.ts'
import { VersionsDialog, type VersionContent } from '../../ui/versions/index.tsx'
import { useShiftEntry } from './queries.ts'
import css from './shift-log.module.css'

interface Props {
  item: TimelineItem
  zone: string
  onClose: () => void
}

/** Asks for the reason before withdrawing an entry. */
export function WithdrawShiftEntry({ item, zone, onClose }: Props) {
  const { t, language } = useText()
  const versions = useShiftEntry(item.entry_id!)
  const withdraw = useAct(withdrawShiftEntry, { quiet: true })
  return (
    <ConfirmWhy
      title={t('shiftLog.withdrawTitle', { what: item.label })}
      act={t('shiftLog.act.withdraw')}
      done={t('shiftLog.withdrawn')}
      onClose={onClose}
      label={t('shiftLog.field.whyWithdraw')}
      needed={t('shiftLog.field.needWhy')}
      onAct={async (why) => {
        const [entry] = versions.data ?? (await versions.refetch({ throwOnError: true })).data!
        await withdraw.run({ body: { entry_id: entry.entry_id, version: entry.version, why } })
      }}
    >
      <p className={css.notes}>
        {dateTime(item.t, zone, language)}
        {item.text && ` · ${item.text}`}
      </p>
      <p className={css.notes}>{t('shiftLog.withdrawWhat')}</p>
    </ConfirmWhy>
  )
}

/** All versions of an entry: author, time, reason and content. */
export function ShiftEntryHistory({ item, zone, onClose }: Props) {
  const { t, language } = useText()
  const versions = useShiftEntry(item.entry_id!)
  const when = (at: number) => dateTime(at, zone, language)
  const contentOf = (v: ShiftVersion): VersionContent => {
    const party =
      v.kind === 'order'
        ? t('shiftLog.field.order.party')
        : v.kind === 'call'
          ? t('shiftLog.field.call.party')
          : t('shiftLog.field.operator')
    return {
      what: t(`shiftLog.version.${v.act}`),
      content: `${when(v.t)}${v.text ? ` · ${v.text}` : ''}`,
      words: [
        [t('shiftLog.field.number'), v.number],
        [party, v.party],
        [t('shiftLog.field.phone'), v.phone],
        [t('shiftLog.field.shift'), v.shift],
        [t('shiftLog.field.crew'), v.crew],
        [t('shiftLog.act.acknowledge'), v.acknowledged_at === null ? null : when(v.acknowledged_at)],
        [t('shiftLog.act.carry_out'), v.done_at === null ? null : when(v.done_at)],
      ],
    }
  }
  return (
    <VersionsDialog
      title={t('shiftLog.historyTitle', { what: item.label })}
      query={versions}
      what={t('shiftLog.act.history')}
      texts={{
        by: (author, at) => t('shiftLog.version.by', { who: author ?? t('shiftLog.system'), when: when(at) }),
        because: (reason) => t('shiftLog.version.because', { reason }),
        withdrawn: t('shiftLog.version.withdrawn'),
      }}
      contentOf={contentOf}
      onClose={onClose}
    />
  )
}
