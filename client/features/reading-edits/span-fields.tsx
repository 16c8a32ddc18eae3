import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { DAY, fromLocal } from '#core/time/index.ts'
import { number } from '../../lib/format.ts'
import { parseLocalTime, TIME_PATTERN, typedTime } from '../../lib/local-time.ts'
import { useText } from '../../lib/text/index.ts'
import css from './edits.module.css'
import type { EditSpan } from './selection.ts'

interface Props {
  span: EditSpan | null
  onSpan: (span: EditSpan) => void
  zone: string
  /** Accessible description of both fields: what they limit. */
  of: string
  /** ms */
  longest?: number
  /** Whether a single instant is allowed. */
  instant?: boolean
  /** The server's error. */
  error?: string
  /** Called with whether the typed text is invalid, so that dependent actions wait. */
  onWrong?: (wrong: boolean) => void
}

/** Fields for the ends of a span; reported on Enter or blur. */
export function SpanFields({
  span,
  onSpan,
  zone,
  of,
  longest = Infinity,
  instant = false,
  error,
  onWrong,
}: Props) {
  const { t, language } = useText()
  const shown = span ? [typedTime(span.from, zone, language), typedTime(span.to, zone, language)] : ['', '']
  const [text, setText] = useState(shown)
  const [before, setBefore] = useState(shown)
  const [problem, setProblem] = useState<{ at: 0 | 1; message: string } | null>(null)
  // Rewritten for another span or language.
  if (shown[0] !== before[0] || shown[1] !== before[1]) {
    setBefore(shown)
    setText(shown)
    setProblem(null)
  }

  useEffect(() => onWrong?.(problem !== null), [problem, onWrong])

  function take(next: string[] = text) {
    if (next[0] === before[0] && next[1] === before[1]) return setProblem(null)
    const local = next.map((one) => parseLocalTime(one, zone))
    const wrong = local.findIndex((one, i) => one === null && next[i] !== before[i])
    if (wrong >= 0) {
      const message = t('edits.range.wrong', { example: TIME_PATTERN[language] })
      return setProblem({ at: wrong as 0 | 1, message })
    }
    if (local[0] === null || local[1] === null) return
    // An untouched end keeps its seconds, which the field does not show.
    const ends = local.map((one, i) =>
      span && next[i] === before[i] ? [span.from, span.to][i] : fromLocal(one!, zone)!,
    )
    const length = ends[1] - ends[0]
    if (length < 0 || (length === 0 && !instant))
      return setProblem({ at: next[1] !== before[1] ? 1 : 0, message: t('edits.range.order') })
    if (length > longest)
      return setProblem({ at: 0, message: t('edits.range.tooLong', { n: number(longest / DAY, 0) }) })
    setProblem(null)
    onSpan({ from: ends[0], to: ends[1] })
  }

  const field = (i: 0 | 1) => (
    <TextInput
      label={t(i === 0 ? 'edits.range.from' : 'edits.range.to')}
      aria-label={`${of}: ${t(i === 0 ? 'edits.range.from' : 'edits.range.to')}`}
      placeholder={TIME_PATTERN[language]}
      autoComplete="off"
      value={text[i]}
      onChange={(e) => setText(i === 0 ? [e.currentTarget.value, text[1]] : [text[0], e.currentTarget.value])}
      onBlur={() => take()}
      onKeyDown={(e) => {
        if (e.key !== 'Enter') return
        e.preventDefault()
        take()
      }}
      error={problem?.at === i ? problem.message : i === 0 ? error : undefined}
    />
  )
  return (
    <div className={css.ends} role="group" aria-label={of}>
      {field(0)}
      {field(1)}
    </div>
  )
}
