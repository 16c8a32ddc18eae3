import { Tooltip } from '@mantine/core'
import { EDITED, FLOORED, grade } from '#core/quality/index.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon, type IconName } from '../icon/index.tsx'
import css from './quality.module.css'

/** Icons of the grades with distinct outlines: no state is shown by colour alone. */
export const GRADE_ICONS: IconName[] = [
  'check',
  'estimated',
  'partial',
  'extrapolated',
  'suspect',
  'rejected',
  'stale',
  'missing',
]
/** Grade from which a value must not be trusted without a check. */
const DOUBTFUL = 4

/** Icon, name and reason of a quality byte; nothing for a plain good value by default. */
export function QualityMark({
  q,
  good = false,
  words = true,
}: {
  q: number
  good?: boolean
  words?: boolean
}) {
  const { texts } = useText()
  const g = grade(q)
  const marks: { icon: IconName; word: string; hint: string; doubt: boolean }[] = []
  if (g > 0 || (good && (q & (EDITED | FLOORED)) === 0))
    marks.push({
      icon: GRADE_ICONS[g],
      word: texts.quality.grades[g],
      hint: texts.quality.hints[g],
      doubt: g >= DOUBTFUL && g !== 7,
    })
  if (q & EDITED)
    marks.push({ icon: 'edited', word: texts.quality.edited, hint: texts.quality.editedHint, doubt: false })
  if (q & FLOORED)
    marks.push({
      icon: 'floored',
      word: texts.quality.floored,
      hint: texts.quality.flooredHint,
      doubt: false,
    })
  if (marks.length === 0) return null
  return (
    <span className={css.marks}>
      {marks.map((m) => (
        <Tooltip key={m.icon} label={words ? m.hint : `${m.word}: ${m.hint}`}>
          <span className={css.mark} data-doubt={m.doubt || undefined} tabIndex={0}>
            <Icon name={m.icon} size={14} />
            <span className={words ? undefined : 'sr'}>{m.word}</span>
          </span>
        </Tooltip>
      ))}
    </span>
  )
}
