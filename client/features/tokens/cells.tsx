import { useText } from '../../lib/text/index.ts'
import { useNow } from '../../lib/use-now.ts'
import { useWhen } from '../../lib/when.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { since } from './since.ts'
import textCss from '../../ui/text.module.css'
import css from './tokens.module.css'

/** An instant, with a detail below. */
export function When({ iso, below }: { iso: string | null; below?: string | null }) {
  const when = useWhen()
  if (iso === null) return '-'
  return (
    <div>
      <time className={`${textCss.small} ${textCss.nowrap}`} dateTime={iso}>
        {when(iso)}
      </time>
      {below && <div className={textCss.small}>{below}</div>}
    </div>
  )
}

/** Time since an instant. */
export function Since({ iso, strong = false }: { iso: string; strong?: boolean }) {
  const { t, language } = useText()
  const length = since(Date.parse(iso), useNow(30_000), language)
  const text = length === null ? t('tokens.justNow') : t('tokens.ago', { time: length })
  return strong ? <strong>{text}</strong> : text
}

/** Author and time of creation. */
export function Created({ of }: { of: { created_at: string; created_by_name: string | null } }) {
  const { t } = useText()
  return (
    <div>
      <div>{of.created_by_name ?? t('tokens.program')}</div>
      <When iso={of.created_at} />
    </div>
  )
}

/** State in words, with the time of revocation. */
export function State({ of, words }: { of: { revoked_at: string | null }; words: string }) {
  return (
    <div>
      <div className={css.state}>
        {of.revoked_at !== null && <Icon name="block" size={14} />}
        {words}
      </div>
      {of.revoked_at !== null && <When iso={of.revoked_at} />}
    </div>
  )
}
