import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { fillText } from '../../lib/text/fill.ts'
import { chartDate, chartDateTime, clock } from './format.ts'
import { markKey } from './marks.ts'
import type { PlacedMark } from './marks.ts'
import textCss from '../text.module.css'
import css from './Marks.module.css'
import { figurePaths, markShapes } from './shapes.ts'
import type { ChartMark, ChartTexts, ChartLanguage, MarkKind } from './types.ts'

interface Props {
  marks: readonly PlacedMark[]
  /** Vertical centre of the row, and the width of the chart, px. */
  y: number
  width: number
  zone: string
  language: ChartLanguage
  texts: ChartTexts
  onMark?: (mark: ChartMark) => void
  /** Called with the mark under the pointer, where the cursor then goes; null: none. */
  onPoint: (t: number | null) => void
}

const CARD = 300
/** Maximum number listed of a group. */
const LISTED = 8

/** A button over each drawn mark, with what happened and a link to it. One tab stop for all. */
export function Marks({ marks, y, width, zone, language, texts, onMark, onPoint }: Props) {
  const [open, setOpen] = useState<string | null>(null)
  const [stop, setStop] = useState<string | null>(null)
  const host = useRef<HTMLDivElement>(null)
  const shown = marks.find((m) => m.key === open)
  // The mark may have left the view or been merged into another.
  useEffect(() => {
    if (open !== null && !shown) setOpen(null)
  }, [open, shown])
  if (marks.length === 0) return null
  const here = marks.some((m) => m.key === stop) ? stop : marks[marks.length - 1].key

  const point = (m: PlacedMark | null) => {
    setOpen(m?.key ?? null)
    onPoint(m ? m.items[0].t : null)
  }
  const key = (e: KeyboardEvent) => {
    const at = marks.findIndex((m) => m.key === here)
    const to: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: marks.length - 1,
    }
    if (e.key === 'Escape' && open !== null) point(null)
    else if (marks[to[e.key]]) {
      const next = marks[to[e.key]]
      setStop(next.key)
      host.current?.querySelector<HTMLElement>(`[data-mark="${CSS.escape(next.key)}"]`)?.focus()
    } else return
    e.preventDefault()
    e.stopPropagation()
  }

  return (
    <div
      ref={host}
      className={css.marks}
      role="group"
      aria-label={texts.marks}
      onKeyDown={key}
      onPointerLeave={() => point(null)}
      onBlur={(e) => {
        if (!e.currentTarget.contains(e.relatedTarget)) point(null)
      }}
    >
      {marks.map((m) => (
        <button
          key={m.key}
          type="button"
          data-mark={m.key}
          data-kind={m.kind}
          className={css.mark}
          style={{ left: m.x, top: y }}
          tabIndex={m.key === here ? 0 : -1}
          aria-label={spokenMark(m, zone, language, texts)}
          aria-expanded={m.items.length > 1 ? m.key === open : undefined}
          onPointerEnter={() => point(m)}
          onFocus={() => {
            setStop(m.key)
            point(m)
          }}
          onClick={() => {
            const [only] = m.items
            if (m.items.length === 1 && only.path) onMark?.(only)
            else point(m)
          }}
        />
      ))}
      {shown && (
        <div
          className={css.card}
          style={{
            left: Math.max(4, Math.min(width - CARD - 4, shown.x - CARD / 2)),
            width: Math.min(CARD, width - 8),
            bottom: `calc(100% - ${y - 11}px)`,
          }}
        >
          {shown.items.length > 1 && (
            <div className={css.fold}>{fillText(texts.acts, language, { n: shown.items.length })}</div>
          )}
          <ul>
            {shown.items.slice(0, LISTED).map((m) => (
              <li key={markKey(m)}>
                <MarkReason mark={m} zone={zone} language={language} texts={texts} onMark={onMark} />
              </li>
            ))}
          </ul>
          {shown.items.length > LISTED && (
            <div className={css.fold}>
              {fillText(texts.moreActs, language, { n: shown.items.length - LISTED })}
            </div>
          )}
        </div>
      )}
    </div>
  )
}

function MarkReason({
  mark,
  zone,
  language,
  texts,
  onMark,
}: {
  mark: ChartMark
  zone: string
  language: ChartLanguage
  texts: ChartTexts
  onMark?: (mark: ChartMark) => void
}) {
  const words = (
    <>
      <MarkSign kind={mark.kind} />
      <span className={css.words}>
        <span className={css.label}>{mark.label}</span>
        <span className={textCss.muted}>
          {[spanOf(mark, zone, language), texts.kinds[mark.kind], mark.by].filter(Boolean).join(' · ')}
        </span>
      </span>
    </>
  )
  return mark.path && onMark ? (
    <button type="button" className={css.reason} onClick={() => onMark(mark)}>
      {words}
    </button>
  ) : (
    <span className={css.reason}>{words}</span>
  )
}

/** The symbol of a kind, as the chart draws it. */
function MarkSign({ kind }: { kind: MarkKind }) {
  return (
    <svg
      className={css.sign}
      width="14"
      height="14"
      viewBox="-7 -7 14 14"
      aria-hidden="true"
      data-kind={kind}
    >
      {figurePaths(markShapes(0, 0, kind)).map(({ d, fill }) => (
        <path key={d} d={d} data-fill={fill || undefined} />
      ))}
    </svg>
  )
}

/** '20/11/2026 14:35', or from and to. */
function spanOf({ t, to }: ChartMark, zone: string, language: ChartLanguage): string {
  if (to === null || to === undefined || to <= t) return chartDateTime(t, zone, language)
  const sameDay = chartDate(t, zone, language) === chartDate(to, zone, language)
  return `${chartDateTime(t, zone, language)} – ${sameDay ? clock(to, zone) : chartDateTime(to, zone, language)}`
}

function spokenMark({ items }: PlacedMark, zone: string, language: ChartLanguage, texts: ChartTexts): string {
  const [m] = items
  if (items.length === 1)
    return [spanOf(m, zone, language), texts.kinds[m.kind], m.label, m.by].filter(Boolean).join(', ')
  return `${chartDateTime(m.t, zone, language)}, ${fillText(texts.acts, language, { n: items.length })}`
}
