import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { DAY, MINUTE, fromLocal } from '#core/time/index.ts'
import { PREVIEW_DAYS, type Preview } from '#contract/preview.ts'
import { dateTime, number } from '../../lib/format.ts'
import { reasonOf } from '../../lib/failures.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { FormAlert } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import type { RequestPreview } from './ask.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './difference.module.css'
import { DifferenceView } from './view.tsx'

export interface PreviewProps {
  /** Calls the server; null: the draft is not complete yet. */
  ask: RequestPreview | null
  /** A text that changes with the draft. */
  stamp: string
  /** The initial span, epoch ms; limited to the longest span of a preview. */
  span: { from: number; to: number }
  /** When the change takes effect, epoch ms; null: always. A change after the span has no effect in it. */
  holdsFrom?: number | null
}

/** Span chooser, button, and the difference that the draft would make. */
export function DifferencePreview({ ask, stamp, span, holdsFrom = null }: PreviewProps) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const first = Math.max(span.from, span.to - PREVIEW_DAYS * DAY)
  const [from, setFrom] = useState(() => typedTime(first, zone, language))
  const [to, setTo] = useState(() => typedTime(span.to, zone, language))
  const [tried, setTried] = useState(false)
  const [shown, setShown] = useState<{ data: Preview; stamp: string } | null>(null)

  const [a, b] = [from, to].map((text) => parseLocalTime(text, zone))
  const at = (wire: string | null) => (wire === null ? NaN : fromLocal(wire, zone)!)
  const length = at(b) - at(a)
  const example = TIME_PATTERN[language]
  const wrong = t('difference.wrongTime', { example })
  const problems = {
    from: a === null ? wrong : length <= 0 ? t('difference.order') : undefined,
    to:
      b === null
        ? wrong
        : length > PREVIEW_DAYS * DAY
          ? t('difference.tooLong', { days: PREVIEW_DAYS })
          : undefined,
  }
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function run() {
    setTried(true)
    if (!ask || problems.from || problems.to) return
    abort.current?.abort()
    const controller = new AbortController()
    abort.current = controller
    setBusy(true)
    setError(null)
    try {
      const data = await ask({ from: a!, to: b! }, controller.signal)
      if (!controller.signal.aborted) setShown({ data, stamp })
    } catch (failure) {
      if (controller.signal.aborted) return
      setShown(null)
      setError(failure)
    } finally {
      if (abort.current === controller) setBusy(false)
    }
  }

  return (
    <div className={`${layoutCss.column} ${css.preview}`}>
      <p className={textCss.hint}>{t('difference.about')}</p>
      <div className={css.span}>
        <TextInput
          label={t('difference.from')}
          value={from}
          onChange={(e) => setFrom(e.currentTarget.value)}
          error={tried ? problems.from : undefined}
          autoComplete="off"
        />
        <TextInput
          label={t('difference.to')}
          value={to}
          onChange={(e) => setTo(e.currentTarget.value)}
          error={tried ? problems.to : undefined}
          autoComplete="off"
        />
        <Button
          variant="default"
          leftSection={<Icon name="eye" size={16} />}
          loading={busy}
          disabled={ask === null}
          onClick={() => void run()}
        >
          {t(shown ? 'difference.again' : 'difference.ask')}
        </Button>
      </div>
      {ask === null && <p className={`${textCss.hint} ${css.note}`}>{t('difference.incomplete')}</p>}
      {holdsFrom !== null && holdsFrom >= at(b) - MINUTE && (
        <p className={`${textCss.hint} ${css.note}`}>
          <Icon name="info" size={14} />
          {t('difference.ahead', { time: dateTime(holdsFrom, zone, language) })}
        </p>
      )}
      <div aria-live="polite">
        {busy ? (
          <p className={`${textCss.hint} ${css.note}`} role="status">
            {t('difference.asking', { days: number(Math.max(1, Math.round(length / DAY)), 0) })}
          </p>
        ) : error !== null ? (
          <FormAlert kind="failed">{reasonOf(error)}</FormAlert>
        ) : (
          shown && (
            <>
              {shown.stamp !== stamp && (
                <p className={`${textCss.hint} ${css.note}`} data-tone="warn" role="status">
                  <Icon name="warning" size={14} />
                  {t('difference.old')}
                </p>
              )}
              <DifferenceView data={shown.data} />
            </>
          )
        )}
      </div>
    </div>
  )
}
