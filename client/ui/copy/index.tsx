import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../icon/index.tsx'
import { copyText } from './copy.ts'
import css from './copy.module.css'

const SHOWN = 4000

interface Props {
  /** Name of what is copied. */
  label: string
  text: string
  /** Several lines in small print. */
  long?: boolean
  onCopied?: () => void
}

/** A text with a copy button; where copying is refused the text is selected, ready for Ctrl C. */
export function CopyField({ label, text, long = false, onCopied }: Props) {
  const { t } = useText()
  const [state, setState] = useState<'done' | 'select' | null>(null)
  const field = useRef<HTMLElement>(null)
  useEffect(() => {
    if (state !== 'done') return
    const id = setTimeout(() => setState(null), SHOWN)
    return () => clearTimeout(id)
  }, [state])

  async function copy() {
    const done = await copyText(text)
    setState(done ? 'done' : 'select')
    if (done) onCopied?.()
    else getSelection()?.selectAllChildren(field.current!)
  }

  return (
    <div className={css.field} role="group" aria-label={label}>
      <div className={css.head}>
        <div className={css.label}>{label}</div>
        <Button
          size="compact-sm"
          variant="default"
          className={css.button}
          leftSection={<Icon name={state === 'done' ? 'check' : 'copy'} size={14} />}
          aria-label={`${t('copy.copy')}: ${label}`}
          onClick={() => void copy()}
        >
          {t(state === 'done' ? 'copy.done' : 'copy.copy')}
        </Button>
      </div>
      <code ref={field} className={css.text} data-long={long || undefined} tabIndex={0} onCopy={onCopied}>
        {text}
      </code>
      <div aria-live="polite" className={css.status}>
        {state === 'select' && t('copy.select')}
        {state === 'done' && <span className="sr">{t('copy.done')}</span>}
      </div>
    </div>
  )
}
