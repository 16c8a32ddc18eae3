import type { ReactNode } from 'react'
import { STALE, worst } from '#core/quality/index.ts'
import type { Figure } from '#contract/dashboard.ts'
import { duration, number, onScreen, signed, timeNear } from '../../lib/format.ts'
import { usePresent } from '../../lib/known.ts'
import { useText } from '../../lib/text/index.ts'
import { Why } from '../../parts/explain/index.tsx'
import { isLate, useExplainable } from '../../parts/live-data/late.ts'
import { QualityMark } from '../../ui/quality/index.tsx'
import textCss from '../../ui/text.module.css'
import css from './figures.module.css'

export interface Context {
  zone: string
  /** Age from which a value is late, ms. */
  late: number
  /** Since when a figure is missing, if known. */
  lastGood: (figure: Figure) => number | null
}

interface CardProps {
  label: string
  /** What the value refers to: an hour, a mean. */
  of?: string
  /** Explains the label, where it is not obvious. */
  hint?: string
  children: ReactNode
  kind?: string
}

/** A card of the strip, with its accessible name. */
export function Card({ label, of, hint, children, kind }: CardProps) {
  return (
    <section className={css.card} aria-label={label} data-kind={kind}>
      <h2 className={css.label} title={hint ?? (of && `${label} · ${of}`)}>
        {label}
        {of && <span className={css.of}> · {of}</span>}
      </h2>
      {children}
    </section>
  )
}

interface ValueProps {
  figure: Figure
  decimals: number
  unit: string
  context: Context
  size?: 'key' | 'main'
  /** The series whose explanation the value opens, and how it differs from the displayed one. */
  why?: string
  whyNote?: string
}

/** A value with unit and time; greyed when late, with a mark and reason when flagged. */
export function Value({ figure, decimals, unit, context, size = 'main', why, whyNote }: ValueProps) {
  const { t, language } = useText()
  const now = usePresent()
  const explained = useExplainable(why)
  const late = isLate(figure, context.late, now)
  const good = figure.value === null ? context.lastGood(figure) : null
  const at = good ?? figure.t
  return (
    <div className={css.reading} data-size={size} data-late={late || undefined}>
      <span className={css.number}>
        <span className={css.value}>
          <Why series={explained} at={figure.t} note={whyNote}>
            {number(onScreen(figure.value, figure.unit), decimals)}
          </Why>
        </span>
        <span className={`${textCss.note} ${css.unit}`}>{unit}</span>
      </span>
      <span className={css.notes}>
        <QualityMark q={figure.quality} />
        {at !== null && (
          <span className={`${textCss.small} ${css.since}`}>
            {t(good !== null ? 'update.since' : late ? 'figure.atAge' : 'figure.at', {
              time: timeNear(at, now, context.zone, language),
              age: duration(now - at, language),
            })}
          </span>
        )}
      </span>
    </div>
  )
}

interface DetailProps extends ValueProps {
  name: string
  /** Explains the name, where one word is not enough. */
  hint?: string
  /** Shown with its sign: a difference. */
  difference?: boolean
  /** Repeats the unit of the value above: narrow cards omit it. */
  same?: boolean
}

/** A smaller value below the main one, after its name; late or flagged it shows only the mark. */
export function FigureDetail(props: DetailProps) {
  const { name, hint, figure, decimals, unit, context, difference, same, why, whyNote } = props
  const { language } = useText()
  const now = usePresent()
  const explained = useExplainable(why)
  const late = isLate(figure, context.late, now)
  // Late takes precedence over flagged.
  const q = late ? worst(figure.quality, STALE) : figure.quality
  return (
    <div
      className={css.detail}
      role="group"
      aria-label={name}
      data-late={late || undefined}
      title={late ? timeNear(figure.t!, now, context.zone, language) : undefined}
    >
      <span className={css.name} title={hint}>
        {name}
      </span>
      <span className={css.plain}>
        <Why series={explained} at={figure.t} note={whyNote}>
          {(difference ? signed : number)(onScreen(figure.value, figure.unit), decimals)}
        </Why>
      </span>
      <span className={`${textCss.note} ${css.unit}`} data-same={same || undefined}>
        {unit}
      </span>
      <span className={css.flag}>
        <QualityMark q={figure.value === null ? 0 : q} words={false} />
      </span>
    </div>
  )
}

interface PartsProps extends Omit<ValueProps, 'figure' | 'why' | 'whyNote' | 'size'> {
  parts: readonly (Pick<DetailProps, 'name' | 'hint' | 'figure' | 'difference' | 'why'> | null)[]
}

/** A value that the one above consists of or relates to, in its own unit. */
export function Parts({ parts, ...shown }: PartsProps) {
  return parts.map((part) => part && <FigureDetail key={part.name} {...shown} {...part} same />)
}
