import { SegmentedControl } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { TableIssue } from '#contract/tables/table.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import css from './grid.module.css'

export interface GridColumn {
  /** Column of the group, or name of a derived one. */
  field: string
  label: string
  unit: string
  /** Letter of the sheet. */
  letter?: string
  /** Derived from the others, shown subdued. */
  derived?: boolean
}

export interface GridRow {
  /** Row number of the sheet. */
  at: number
  /** Formatted values. */
  cells: string[]
  issues: readonly TableIssue[]
}

interface Props {
  label: string
  columns: readonly GridColumn[]
  rows: readonly GridRow[]
  height?: number
  /** Row to scroll to, by its sheet number; a new object scrolls again. */
  goTo?: { row: number } | null
}

const ROW = 30

/** Virtual rows of a table as in the sheet, with their issues. */
export function TableGrid({ label, columns, rows, height = 360, goTo }: Props) {
  const { t } = useText()
  const [only, setOnly] = useState(false)
  const host = useRef<HTMLDivElement>(null)
  const remarked = useMemo(() => rows.filter((r) => r.issues.length > 0), [rows])
  const shown = only && remarked.length > 0 ? remarked : rows
  // Must not be compiled: its results change while the object stays the same.
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => host.current,
    estimateSize: () => ROW,
    overscan: 12,
  })
  useEffect(() => {
    if (!goTo) return
    const index = shown.findIndex((r) => r.at === goTo.row)
    if (index >= 0) virtual.scrollToIndex(index, { align: 'center' })
    else setOnly(false)
  }, [goTo, shown, virtual])

  const template = `64px ${columns.map(() => 'minmax(84px, 1fr)').join(' ')} ${remarked.length > 0 ? 'minmax(180px, 2fr)' : ''}`
  const head = (c: GridColumn) => (
    <span key={c.field} role="columnheader" className={css.number}>
      <span className={css.label}>
        {c.letter && <i>{c.letter}</i>}
        {c.label}
      </span>
      <span className={css.unit}>{c.unit || ' '}</span>
    </span>
  )
  return (
    <div className={css.frame}>
      {remarked.length > 0 && remarked.length < rows.length && (
        <SegmentedControl
          size="xs"
          aria-label={t('interpolate.grid.shown')}
          value={only ? 'only' : 'all'}
          onChange={(v) => setOnly(v === 'only')}
          data={[
            { value: 'all', label: t('interpolate.grid.all', { n: number(rows.length, 0) }) },
            { value: 'only', label: t('interpolate.grid.only', { n: number(remarked.length, 0) }) },
          ]}
        />
      )}
      <div
        ref={host}
        className={css.scroll}
        style={{ maxHeight: height }}
        role="table"
        aria-label={label}
        aria-rowcount={shown.length + 1}
        tabIndex={0}
      >
        <div role="rowgroup" className={css.head}>
          <div role="row" aria-rowindex={1} className={css.row} style={{ gridTemplateColumns: template }}>
            <span role="columnheader" className={css.at}>
              {t('interpolate.grid.row')}
            </span>
            {columns.map(head)}
            {remarked.length > 0 && <span role="columnheader">{t('interpolate.grid.issue')}</span>}
          </div>
        </div>
        <div role="rowgroup" className={css.body} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = shown[index]
            return (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 2}
                className={css.row}
                data-row={row.at}
                data-sought={goTo?.row === row.at || undefined}
                style={{ gridTemplateColumns: template, height: ROW, transform: `translateY(${start}px)` }}
              >
                <span role="rowheader" className={css.at}>
                  {row.at}
                </span>
                {columns.map((c, i) => (
                  <span
                    key={c.field}
                    role="cell"
                    className={css.number}
                    data-derived={c.derived || undefined}
                    data-issue={severityAt(row, c.field)}
                  >
                    {row.cells[i]}
                  </span>
                ))}
                {remarked.length > 0 && (
                  <span role="cell">
                    <Remark issues={row.issues} />
                  </span>
                )}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

function severityAt(row: GridRow, field: string): 'error' | 'warning' | undefined {
  const fieldIssues = row.issues.filter((i) => i.field === field)
  return fieldIssues.some((i) => i.severity === 'error') ? 'error' : fieldIssues[0]?.severity
}

function Remark({ issues }: { issues: readonly TableIssue[] }) {
  if (issues.length === 0) return null
  const text = issues.map((i) => i.message).join(' ')
  const error = issues.some((i) => i.severity === 'error')
  return (
    <span className={css.issue} data-severity={error ? 'error' : 'warning'} title={text}>
      <Icon name={error ? 'rejected' : 'warning'} size={14} />
      <span>{text}</span>
    </span>
  )
}
