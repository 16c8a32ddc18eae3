import { MINUTE } from '#core/time/units.ts'
import type { ReactNode } from 'react'
import type { TableItem } from '#contract/tables/table.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useWhen } from '../../lib/when.ts'
import { DataTable, RowName } from '../../ui/table/index.ts'
import { TableActs, type OpenTable } from './acts.tsx'
import { StateMark, usePeriodText } from './state.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './tables.module.css'

/** A group of the list: heading and tables. */
export interface TableSection {
  key: string
  /** Short mark before the name, such as the code of a group. */
  code?: string
  title: string
  note?: string
  items: readonly TableItem[]
  /** Actions on the whole group, at the end of the heading. */
  act?: ReactNode
  /** Text of an empty group. */
  empty?: string
}

interface Props {
  label: string
  sections: readonly TableSection[]
  /** The column after the name: object or group. */
  second: { label: string; of: (item: TableItem) => string }
  onOpen: (open: OpenTable) => void
}

/** Tables by group; cards on a phone. */
export function TableRows({ label, sections, second, onOpen }: Props) {
  const { t } = useText()
  const when = useWhen()
  const period = usePeriodText()
  return (
    <DataTable
      label={label}
      className={css.list}
      rowKey={(item) => item.version}
      groups={sections.map(({ key, items, empty, ...section }) => ({
        key,
        rows: items,
        head: <Heading {...section} />,
        className: css.section,
        empty,
        emptyClassName: css.none,
      }))}
      columns={[
        {
          id: 'name',
          head: t('interpolate.name'),
          rowHeader: true,
          value: (item) => item.name,
          cell: (item) => <RowName name={item.name} onOpen={() => onOpen({ act: 'view', item })} />,
        },
        { id: 'second', head: second.label, value: second.of },
        { id: 'state', head: t('interpolate.state'), cell: (item) => <StateMark item={item} /> },
        {
          id: 'period',
          head: t('interpolate.period'),
          value: period,
          cell: (item) => <span className={textCss.nowrap}>{period(item)}</span>,
        },
        {
          id: 'rows',
          head: t('interpolate.rows'),
          align: 'number',
          value: (item) => item.rows,
          cell: (item) => number(item.rows, 0),
        },
        {
          id: 'uploaded',
          head: t('interpolate.uploaded'),
          value: (item) => when(new Date(item.uploaded_at).toISOString()),
          cell: (item) => {
            // Shortening its period later is not uploading it.
            const fresh = item.recorded_at - item.uploaded_at < MINUTE
            const uploader = fresh ? (item.recorded_by_name ?? t('interpolate.program')) : ''
            return (
              <div className={`${layoutCss.lines} ${css.twoLines}`}>
                <span>{when(new Date(item.uploaded_at).toISOString())}</span>
                <span className={textCss.small}>
                  {[uploader, item.file_name].filter(Boolean).join(' · ')}
                </span>
              </div>
            )
          },
        },
      ]}
      actions={{
        head: t('act.more', { name: '' }),
        cell: (item) => <TableActs item={item} onOpen={onOpen} />,
      }}
    />
  )
}

function Heading({ code, title, note, act }: Pick<TableSection, 'code' | 'title' | 'note' | 'act'>) {
  return (
    <span className={css.heading}>
      {code && <span className={css.code}>{code}</span>}
      {title}
      {note && <span className={css.note}>{note}</span>}
      {act && <span className={css.end}>{act}</span>}
    </span>
  )
}
