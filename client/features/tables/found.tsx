import { useMemo, useState, type ReactNode } from 'react'
import { Skeleton } from '@mantine/core'
import type { Candidate } from '#contract/tables/uploads.ts'
import type { Group } from '#core/description/index.ts'
import { groupInfo } from '#core/tables/index.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Failed } from '../../ui/state.tsx'
import { Content } from './content.tsx'
import { TableGrid, type GridColumn, type GridRow } from './grid.tsx'
import { columnName, unitName } from './groups.ts'
import { Issues } from './issues.tsx'
import type { CheckedUpload, useUploadCheck } from './queries.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'

interface Props {
  name: string
  group: Group | null
  /** Sheet letters in the order of the group's columns, if chosen. */
  letters: (string | null)[] | null
  candidate: Candidate
  check: ReturnType<typeof useUploadCheck>
  /** Checkbox that accepts the warnings. */
  accept: ReactNode
}

/** Result of a check: the errors with their cells, else the whole table. */
export function Found({ name, group, letters, candidate, check, accept }: Props) {
  const { t } = useText()
  const found = check.data
  if (group === null || (!found && check.fetchStatus === 'idle' && !check.error))
    return (
      <div className={layoutCss.column}>
        <p className={textCss.hint}>{t('interpolate.uploading.previewHint')}</p>
        <AsWritten candidate={candidate} rows={candidate.first_rows} group={null} issues={[]} />
      </div>
    )
  if (check.error && !found)
    return (
      <Failed
        what={t('interpolate.uploading.preview')}
        error={check.error}
        retry={() => void check.refetch()}
      />
    )
  if (!found)
    return <Skeleton height={420} radius={6} aria-busy aria-label={t('interpolate.uploading.checking')} />
  if (found.errors > 0) return <Wrong found={found} group={group} candidate={candidate} />
  const chosen = groupInfo(group).columns.map(
    (c, i) => letters?.[i] ?? candidate.columns.find((k) => k.field === c)?.letter ?? '',
  )
  return (
    <Content
      group={group}
      name={name}
      content={found}
      issues={found.issues}
      warnings={found.warnings}
      sheet={{ rows: found.sheet_rows, letters: chosen }}
      showIssues
      accept={accept}
    />
  )
}

function Wrong({ found, group, candidate }: { found: CheckedUpload; group: Group; candidate: Candidate }) {
  const [goTo, setGoTo] = useState<{ row: number } | null>(null)
  return (
    <div className={layoutCss.column}>
      <Issues
        issues={found.issues}
        errors={found.errors}
        warnings={found.warnings}
        onGo={(row) => setGoTo({ row })}
      />
      <AsWritten
        candidate={candidate}
        rows={found.as_written}
        group={group}
        issues={found.issues}
        goTo={goTo}
      />
    </div>
  )
}

/** Raw rows of the file: text that is not a number is shown as written. */
function AsWritten({
  candidate,
  rows: written,
  group,
  issues,
  goTo,
}: {
  candidate: Candidate
  rows: Candidate['first_rows']
  group: Group | null
  issues: CheckedUpload['issues']
  goTo?: { row: number } | null
}) {
  const { t, texts, language } = useText()
  const columns = useMemo((): GridColumn[] => {
    const info = group === null ? null : groupInfo(group)
    return candidate.columns.map((c) => {
      const k = info && c.field !== null ? info.columns.indexOf(c.field) : -1
      return {
        field: c.letter,
        label: k >= 0 ? columnName(group!, c.field!, info!.columns.length - 1, texts) : c.name,
        unit: k >= 0 ? unitName(info!.units[k], texts, language) : '',
        letter: c.letter,
      }
    })
  }, [candidate, group, texts, language])
  const rows = useMemo(
    (): GridRow[] =>
      written.map((r) => ({
        at: r.row,
        cells: r.cells.map((c) => (c === null ? '' : String(c))),
        // The grid refers to columns by letter, since they may have no name yet.
        issues: issues.filter((i) => i.row === r.row).map((i) => ({ ...i, field: i.column })),
      })),
    [written, issues],
  )
  return (
    <>
      <p className={textCss.hint}>
        {t('interpolate.grid.asWritten', { n: number(rows.length, 0), all: number(candidate.rows, 0) })}
      </p>
      <TableGrid
        label={t('interpolate.detail.grid', { name: candidate.name })}
        columns={columns}
        rows={rows}
        goTo={goTo}
      />
    </>
  )
}
