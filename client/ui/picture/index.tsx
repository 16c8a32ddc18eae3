import { Button } from '@mantine/core'
import { useId, useRef, useState, type ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import { Avatar } from '../avatar/index.tsx'
import css from './picture.module.css'

interface Props {
  name: string
  src: string | null
  types: readonly string[]
  /** Bytes. */
  limit: number
  busy: boolean
  onFile: (file: File) => void
  onRemove?: () => void
  /** Its owner, shown beside it. */
  children?: ReactNode
}

/** A person's picture with buttons to change it. A file that is too large is refused before upload. */
export function Picture({ name, src, types, limit, busy, onFile, onRemove, children }: Props) {
  const { t, messageText } = useText()
  const [wrong, setWrong] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const hint = useId()

  function choose(file: File | undefined) {
    if (!file) return
    const problem = !types.includes(file.type)
      ? messageText('not_an_image')
      : file.size > limit
        ? t('picture.tooLarge')
        : null
    setWrong(problem)
    if (!problem) onFile(file)
  }

  return (
    <div className={css.picture}>
      <Avatar name={name} src={src} size={64} />
      <div className={css.words}>
        {children}
        <div className={css.acts}>
          <Button
            size="compact-sm"
            variant="default"
            loading={busy}
            aria-describedby={hint}
            onClick={() => input.current?.click()}
          >
            {t('picture.change')}
          </Button>
          {onRemove && (
            <Button size="compact-sm" variant="subtle" color="gray" disabled={busy} onClick={onRemove}>
              {t('picture.remove')}
            </Button>
          )}
        </div>
        <div id={hint} className={css.hint} data-wrong={wrong !== null || undefined} aria-live="polite">
          {wrong ?? t('picture.hint')}
        </div>
        <input
          ref={input}
          type="file"
          accept={types.join(',')}
          hidden
          aria-label={t('field.picture')}
          onChange={(e) => {
            choose(e.currentTarget.files?.[0])
            // Allows choosing the same file again after it was made smaller.
            e.currentTarget.value = ''
          }}
        />
      </div>
    </div>
  )
}
