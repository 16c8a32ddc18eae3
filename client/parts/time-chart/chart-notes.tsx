import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { reasonOf } from '../../lib/failures.ts'
import { dateTime } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import type { Pane, TimeRange } from '../../ui/chart/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import textCss from '../../ui/text.module.css'
import { missingAsOf } from './chart-layers.ts'
import css from './chart-notes.module.css'

export interface Note {
  id: string
  /** Name of the overlay. */
  name: string
  text: ReactNode
  /** Something is missing; shown with an icon. */
  lacking?: boolean
  retry?: () => void
  /** Removes the overlay. */
  close?: () => void
}

interface Comparison {
  /** Display name of the comparison period. */
  name: string
  /** Its data; undefined: not loaded. */
  past: { shift: number } | undefined
  error: unknown
  panes: Pane[]
  /** Data of the present period. */
  seen: TimeRange
  hidden: ReadonlySet<string>
  zone: string
  retry: () => void
  close: () => void
}

/** Names the comparison period, and what is missing of it. */
export function compareNote(
  o: Comparison,
  { t, language }: Pick<ReturnType<typeof useText>, 't' | 'language'>,
): Note {
  const note = { id: 'compare', name: `${t('chartTools.against')} ${o.name}`, close: o.close }
  const { past } = o
  if (o.error && !past)
    return { ...note, text: `${t('chartTools.failed')}: ${reasonOf(o.error)}`, lacking: true, retry: o.retry }
  const span = past
    ? [o.seen.from, o.seen.to].map((ms) => dateTime(ms - past.shift, o.zone, language)).join(' – ')
    : ''
  const silent = past ? missingAsOf(o.panes, o.seen, o.hidden) : []
  if (silent === null) return { ...note, text: t('chartTools.missing', { span }), lacking: true }
  const partly = silent.length > 0 && t('chartTools.partly', { names: silent.join(', ') })
  return { ...note, text: [span, partly].filter(Boolean).join(' · '), lacking: silent.length > 0 }
}

/** Lines break between times, not at hyphens within one. */
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

/** The overlays of the chart, each with a note. */
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
