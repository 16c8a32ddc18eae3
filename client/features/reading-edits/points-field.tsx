import { Button, Textarea } from '@mantine/core'
import { useMemo } from 'react'
import { number } from '../../lib/format.ts'
import { TIME_PATTERN } from '../../lib/local-time.ts'
import { useText } from '../../lib/text/index.ts'
import { unitWords } from '../../parts/devices/index.ts'
import textCss from '../../ui/text.module.css'
import css from './edits.module.css'
import { readPoints } from './points.ts'
import type { EditSpan } from './selection.ts'
import { editValueWords } from './units.ts'

interface Props {
  value: string
  onChange: (text: string) => void
  unit: string
  zone: string
  span: EditSpan | null
  onSpan: (span: EditSpan) => void
  error?: string
}

/** Readings line by line, typed or pasted; the span can be taken from them. */
export function PointsField({ value, onChange, unit, zone, span, onSpan, error }: Props) {
  const { t, language } = useText()
  const read = useMemo(() => readPoints(value, zone, null), [value, zone])
  const [first, last] = [read.points[0]?.[0], read.points.at(-1)?.[0]]
  const other = first !== undefined && (span?.from !== first || span.to !== last)
  const example = `${TIME_PATTERN[language]}\t${editValueWords(1.25, unit)}`
  return (
    <div>
      <Textarea
        name="points"
        label={t('edits.points.label', { unit: unitWords(unit, language) || '-' })}
        description={t('edits.points.hint')}
        placeholder={example}
        autosize
        minRows={4}
        maxRows={12}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: css.points, error: css.pointsError }}
        value={value}
        onChange={(e) => onChange(e.currentTarget.value)}
        error={error}
      />
      <div className={css.pointsFoot}>
        <span className={textCss.small} role="status">
          {read.points.length > 0 && t('edits.points.count', { n: number(read.points.length, 0) })}
        </span>
        {other && (
          <Button size="compact-sm" variant="default" onClick={() => onSpan({ from: first, to: last! })}>
            {t('edits.points.span')}
          </Button>
        )}
      </div>
    </div>
  )
}
