import { withdrawGateLog, type LogEntry } from '#contract/gate-log.ts'
import { dateTime } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { ConfirmWhy } from '../../ui/form/index.ts'
import textCss from '../../ui/text.module.css'
import css from './gate-log.module.css'
import { plainValue } from './words.ts'

interface Props {
  entry: LogEntry
  zone: string
  onClose: () => void
}

/** Asks for the reason before an entry is withdrawn. */
export function WithdrawGateEntry({ entry, zone, onClose }: Props) {
  const { t, language } = useText()
  const withdraw = useAct(withdrawGateLog, { quiet: true })
  return (
    <ConfirmWhy
      title={t('gateLog.withdrawTitle', { name: entry.object_name })}
      act={t('gateLog.act.withdraw')}
      done={t('gateLog.withdrawnNotice')}
      onClose={onClose}
      label={t('gateLog.form.whyWithdraw')}
      needed={t('gateLog.form.needWhy')}
      onAct={(why) => withdraw.run({ body: { entry_id: entry.entry_id!, version: entry.version, why } })}
    >
      <p className={`${textCss.words} ${css.text}`}>
        {dateTime(entry.t, zone, language)} · {plainValue(entry.from)} → {plainValue(entry.to)} {entry.unit}
      </p>
      <p className={`${textCss.words} ${css.text}`}>{t('gateLog.withdrawWhat')}</p>
    </ConfirmWhy>
  )
}
