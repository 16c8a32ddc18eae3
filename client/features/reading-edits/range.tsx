import { DAY, MINUTE } from '#core/time/units.ts'
import { ActionIcon, Group } from '@mantine/core'
import { serverNow } from '../../lib/clock.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { LONGEST } from './address.ts'
import css from './edits.module.css'
import type { EditSpan } from './selection.ts'
import { SpanFields } from './span-fields.tsx'

const LAST = [
  ['d1', DAY],
  ['d3', 3 * DAY],
  ['d7', 7 * DAY],
  ['d30', 30 * DAY],
] as const

interface Props {
  /** null: the last day, live. */
  span: EditSpan | null
  shown: EditSpan | null
  zone: string
  onSpan: (span: EditSpan | null) => void
}

/** Selects the displayed span: the last days, typed ends, or the neighbouring span. */
export function Range({ span, shown, zone, onSpan }: Props) {
  const { t } = useText()
  const now = Math.floor(serverNow() / MINUTE) * MINUTE
  const isLast = (length: number) =>
    span === null ? length === DAY : span.to - span.from === length && Math.abs(span.to - now) < 10 * MINUTE
  const beside = (sign: 1 | -1) => {
    if (!shown) return
    const length = shown.to - shown.from
    onSpan({ from: shown.from + sign * length, to: shown.to + sign * length })
  }
  return (
    <>
      <div className={css.times} role="group" aria-label={t('edits.range.label')}>
        {LAST.map(([key, length]) => (
          <button
            key={key}
            type="button"
            aria-pressed={isLast(length)}
            onClick={() => onSpan(length === DAY ? null : { from: now - length, to: now })}
          >
            {t(`edits.range.last.${key}`)}
          </button>
        ))}
      </div>
      <Group gap={4} wrap="nowrap" className={css.beside}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('edits.range.earlier')}
          disabled={!shown}
          onClick={() => beside(-1)}
        >
          <Icon name="left" size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('edits.range.later')}
          disabled={!shown || shown.to >= now}
          onClick={() => beside(1)}
        >
          <Icon name="right" size={16} />
        </ActionIcon>
      </Group>
      <SpanFields
        span={span ?? shown}
        onSpan={onSpan}
        zone={zone}
        of={t('edits.range.label')}
        longest={LONGEST}
      />
    </>
  )
}
