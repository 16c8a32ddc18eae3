import { Button } from '@mantine/core'
import { useState } from 'react'
import type { TableIssue } from '#contract/tables/table.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './tables.module.css'

/** Number shown at a time. */
const STEP = 20

interface Props {
  issues: readonly TableIssue[]
  errors: number
  warnings: number
  /** Scrolls to the row of an issue. */
  onGo?: (row: number) => void
}

/** Issues with their sheet cells, errors before warnings. */
export function Issues({ issues, errors, warnings, onGo }: Props) {
  const { t } = useText()
  const [limit, setLimit] = useState(STEP)
  if (errors + warnings === 0)
    return (
      <p className={css.fine}>
        <Icon name="check" size={16} />
        {t('interpolate.issues.none')}
      </p>
    )
  const ordered = [...issues].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))
  const rest = errors + warnings - Math.min(limit, ordered.length)
  return (
    <section className={css.issues} aria-label={t('interpolate.issues.title')}>
      <p className={css.counts}>
        {errors > 0 && (
          <span data-severity="error">
            <Icon name="rejected" size={16} />
            {t('interpolate.issues.errors', { n: number(errors, 0) })}
          </span>
        )}
        {warnings > 0 && (
          <span data-severity="warning">
            <Icon name="warning" size={16} />
            {t('interpolate.issues.warnings', { n: number(warnings, 0) })}
          </span>
        )}
      </p>
      <ul>
        {ordered.slice(0, limit).map((issue, i) => (
          <li key={i} data-severity={issue.severity}>
            <Icon
              name={issue.severity === 'error' ? 'rejected' : 'warning'}
              size={14}
              label={t(`interpolate.issues.${issue.severity}`)}
            />
            <Place issue={issue} onGo={onGo} />
            <span className={css.message}>{issue.message}</span>
          </li>
        ))}
      </ul>
      {ordered.length > limit && (
        <Button size="compact-sm" variant="default" onClick={() => setLimit((n) => n + 5 * STEP)}>
          {t('interpolate.issues.more', { n: number(rest, 0) })}
        </Button>
      )}
    </section>
  )
}

function Place({ issue, onGo }: { issue: TableIssue; onGo?: (row: number) => void }) {
  const { t } = useText()
  const { cell, row } = issue
  if (row === null) return <span className={css.place}>{t('interpolate.issues.whole')}</span>
  const where = cell ?? t('interpolate.issues.row', { row })
  if (!onGo) return <span className={css.place}>{where}</span>
  return (
    <button
      type="button"
      className={css.place}
      aria-label={t('interpolate.issues.goTo', { cell: where })}
      onClick={() => onGo(row)}
    >
      {where}
    </button>
  )
}
