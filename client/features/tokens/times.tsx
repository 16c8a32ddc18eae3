import { dateTime } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useNow } from '../../lib/use-now.ts'
import { since } from './since.ts'
import textCss from '../../ui/text.module.css'
import css from './tokens.module.css'

/** An instant in the plant's zone; who may not see the plant reads it in UTC, and sees that. */
export function TokenWhen({ iso }: { iso: string }) {
  const { language } = useText()
  const zone = useZone()
  const text = dateTime(Date.parse(iso), zone ?? 'UTC', language)
  return (
    <time className={`${textCss.small} ${css.time}`} dateTime={iso}>
      {zone ? text : `${text} UTC`}
    </time>
  )
}

/** How long ago it was. */
export function TokenSince({ iso, strong = false }: { iso: string; strong?: boolean }) {
  const { t, language } = useText()
  const length = since(Date.parse(iso), useNow(30_000), language)
  const text = length === null ? t('tokens.justNow') : t('tokens.ago', { time: length })
  return strong ? <strong>{text}</strong> : text
}
