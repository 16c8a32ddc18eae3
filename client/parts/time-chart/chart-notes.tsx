import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import textCss from '../../ui/text.module.css'
import css from './chart-notes.module.css'

export interface Note {
  id: string
  /** What it is about, as it is called. */
  name: string
  text: ReactNode
  /** Something is lacking: shown with a mark before it. */
  lacking?: boolean
  retry?: () => void
  /** Takes what it is about away. */
  close?: () => void
}

/** Lines break between times, not at the hyphens within one. */
const whole = (text: string) =>
  text.split(/(\d{4}-\d\d-\d\d \d\d:\d\d)/).map((part, i) =>
    i % 2 === 0 ? (
      part
    ) : (
      <span key={i} className={textCss.nowrap}>
        {part}
      </span>
    ),
  )

/** What is laid over the chart, each with a note. */
export function Notes({ notes }: { notes: readonly Note[] }) {
  const { t } = useText()
  if (notes.length === 0) return null
  return (
    <div className={css.notes} role="status">
      {notes.map((n) => (
        <div key={n.id} className={css.note} data-lacking={n.lacking || undefined}>
          {n.lacking && <Icon name="missing" size={14} />}
          <span className={css.name}>{n.name}</span>
          <span className={css.text}>{typeof n.text === 'string' ? whole(n.text) : n.text}</span>
          {n.retry && (
            <button type="button" onClick={n.retry}>
              {t('chartTools.retry')}
            </button>
          )}
          {n.close && (
            <CloseButton size="xs" aria-label={t('chartTools.close', { name: n.name })} onClick={n.close} />
          )}
        </div>
      ))}
    </div>
  )
}
