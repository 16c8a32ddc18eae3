import { SegmentedControl } from '@mantine/core'
import { useMemo, useState, type ReactNode } from 'react'
import type { Group } from '#core/description/index.ts'
import type { TableDetail, TableIssue } from '#contract/tables/table.ts'
import { number } from '../../lib/format.ts'
import { useReservoir } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { CurveChart } from '../../ui/curve/index.ts'
import { tableDrawing } from './drawing.ts'
import { TableGrid, type GridColumn, type GridRow } from './grid.tsx'
import { columnName, tableDecimals, unitName } from './groups.ts'
import { Issues } from './issues.tsx'
import layoutCss from '../../ui/layout.module.css'
import css from './tables.module.css'

interface Props {
  group: Group
  name: string
  content: Pick<TableDetail['table'], 'columns' | 'rows' | 'derived' | 'trends'>
  issues: readonly TableIssue[]
  warnings: number
  /** Sheet row of each row, and letter of each column; absent: rows are counted. */
  sheet?: { rows: readonly number[]; letters: readonly string[] }
  /** Whether an empty list of issues is shown; not for a table in use. */
  showIssues: boolean
  /** Content below the warnings. */
  accept?: ReactNode
}

/** A whole table: chart, issues, and rows with derived columns. */
export function Content({ group, name, content, issues, warnings, sheet, showIssues, accept }: Props) {
  const { t, texts, language } = useText()
  const hydro = useReservoir().data
  const [n, setN] = useState<number>()
  const [goTo, setGoTo] = useState<{ row: number } | null>(null)
  const { columns, rows, derived, trends, flat } = useMemo(
    () => withoutIdle(group, content),
    [group, content],
  )
  const inputs = flat ? 1 : columns.length - 1
  const at = useMemo(() => sheet?.rows ?? rows.map((_, i) => i + 1), [sheet?.rows, rows])

  const { drawing, shown, all, slices } = useMemo(() => {
    const index = new Map(at.map((row, i) => [row, i]))
    const remarks = issues
      .filter((i) => i.row !== null)
      .slice(0, 200)
      .map(({ row, severity, message }) => ({ row: index.get(row!) ?? -1, severity, message }))
    return tableDrawing({ group, columns, rows, derived, text: texts, language, hydro, n, remarks })
  }, [group, columns, rows, derived, texts, language, hydro, n, at, issues])

  const gridColumns = useMemo(
    (): GridColumn[] => [
      ...columns.map((c, i) => ({
        field: c.name,
        label: columnName(group, c.name, inputs, texts),
        unit: unitName(c.unit, texts, language),
        letter: sheet?.letters[i + (flat ? 1 : 0)],
      })),
      ...derived.map((d) => ({
        field: d.name === 'eta' ? 'implied' : d.name,
        label: d.name === 'eta' ? texts.interpolate.column.implied : texts.interpolate.column.area,
        unit: d.unit === '' ? '' : 'km²',
        derived: true,
      })),
    ],
    [columns, derived, group, inputs, texts, language, sheet?.letters],
  )
  const gridRows = useMemo(
    () => rowsOf({ columns, rows, derived }, at, issues, gridColumns),
    [columns, rows, derived, at, issues, gridColumns],
  )

  return (
    <div className={layoutCss.column}>
      {(showIssues || warnings > 0) && (
        <Issues issues={issues} errors={0} warnings={warnings} onGo={(row) => setGoTo({ row })} />
      )}
      {warnings > 0 && accept}
      {slices.length > 0 && (
        <SegmentedControl
          size="xs"
          className={css.slices}
          aria-label={t('interpolate.detail.slice')}
          value={String(n ?? slices[0])}
          onChange={(v) => setN(Number(v))}
          data={slices.map((s) => ({
            value: String(s),
            label: `${columnName(group, 'n', inputs, texts)} ${s}`,
          }))}
        />
      )}
      <CurveChart
        label={t('interpolate.detail.chartOf', { name })}
        drawing={drawing}
        height={340}
        empty={t('interpolate.detail.noChart')}
      />
      <p className={css.facts}>
        {all > shown && <span>{t('interpolate.curveCount', { shown, all: number(all, 0) })}</span>}
        {trends.map((trend) => (
          <span key={trend.field}>
            {columnName(group, trend.field, inputs, texts)}: {t(`interpolate.trend.${trend.trend}`)}
          </span>
        ))}
      </p>
      <TableGrid
        label={t('interpolate.detail.grid', { name })}
        columns={gridColumns}
        rows={gridRows}
        goTo={goTo}
      />
    </div>
  )
}

/** Sensor travel has no level, so that column is hidden. An area is shown in one unit. */
function withoutIdle(group: Group, content: Props['content']): Props['content'] & { flat: boolean } {
  const { columns, rows } = content
  const derived = content.derived.filter(
    (d) => d.unit !== 'm2' || !content.derived.some((o) => o.unit === 'km2'),
  )
  const flat = group === 'ZAoAc' && rows.length > 0 && rows.every((r) => r[0] === rows[0][0])
  if (!flat) return { ...content, derived, flat }
  return { ...content, derived, columns: columns.slice(1), rows: rows.map((r) => r.slice(1)), flat }
}

/** Rows as the grid shows them: each column with the decimals that all of its numbers need. */
function rowsOf(
  { columns, rows, derived }: Pick<Props['content'], 'columns' | 'rows' | 'derived'>,
  at: readonly number[],
  issues: readonly TableIssue[],
  shown: readonly GridColumn[],
): GridRow[] {
  const decimals = columns.map((_, i) => tableDecimals(rows, i))
  const byRow = new Map<number, TableIssue[]>()
  for (const found of issues) {
    if (found.row === null) continue
    // An issue about a cell of the file, such as a formula, names only its letter.
    const field = found.field ?? shown.find((c) => c.letter && c.letter === found.column)?.field ?? null
    const issue = { ...found, row: found.row, field }
    const list = byRow.get(issue.row)
    if (list) list.push(issue)
    else byRow.set(issue.row, [issue])
  }
  return rows.map((row, i) => ({
    at: at[i],
    cells: [
      ...row.map((v, k) => number(v, decimals[k])),
      ...derived.map((d) => number((d.values[i] ?? NaN) / (d.unit === 'm2' ? 1e6 : 1), 3)),
    ],
    issues: byRow.get(at[i]) ?? [],
  }))
}
