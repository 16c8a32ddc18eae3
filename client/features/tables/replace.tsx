import type { TableItem } from '#contract/tables/table.ts'
import { useText } from '../../lib/text/index.ts'
import { useWhen } from '../../lib/when.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { usePeriodText } from './state.tsx'
import layoutCss from '../../ui/layout.module.css'
import css from './tables.module.css'
import textCss from '../../ui/text.module.css'

type Other = Pick<TableItem, 'version' | 'name' | 'from' | 'to' | 'loop_by_year' | 'uploaded_at'>

interface Props {
  /** The replacing table: newly uploaded, with a changed period, or a former version. */
  by: 'upload' | 'change' | 'again'
  others: readonly Other[]
  busy: boolean
  onReplace: (versions: string[]) => void
  onClose: () => void
}

/** Asks whether to replace the tables that overlap in their period of use, as specified. */
export function ReplaceTables({ by, others, busy, onReplace, onClose }: Props) {
  const { t } = useText()
  const period = usePeriodText()
  const when = useWhen()
  return (
    <Confirm
      title={t('interpolate.replacing.title')}
      act={t('interpolate.replacing.act')}
      busy={busy}
      onAct={() => onReplace(others.map((o) => o.version))}
      onClose={onClose}
    >
      <p>{t('interpolate.replacing.question')}</p>
      <ul className={`${layoutCss.columnClose} ${css.others}`}>
        {others.map((o) => (
          <li key={o.version}>
            <b>{o.name}</b>
            <span className={textCss.note}>
              {period(o)} ·{' '}
              {t('interpolate.replacing.uploaded', { when: when(new Date(o.uploaded_at).toISOString()) })}
            </span>
          </li>
        ))}
      </ul>
      <p>{t(`interpolate.replacing.rest.${by}`)}</p>
    </Confirm>
  )
}
