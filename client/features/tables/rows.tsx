import { MINUTE } from '#core/time/units.ts'
import type { ReactNode } from 'react'
import type { TableItem } from '#contract/tables.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useWhen } from '../../lib/when.ts'
import { RowName, tableCss as table } from '../../ui/page/index.tsx'
import { Acts, type Open } from './acts.tsx'
import { StateMark, usePeriodText } from './state.tsx'
import css from './tables.module.css'

/** A heading within the list, and the tables below it. */
export interface Section {
  key: string
  /** Short mark before the name, such as the code of a group. */
  code?: string
  title: string
  note?: string
  items: readonly TableItem[]
  /** What can be done with all of them, at the end of the heading. */
  act?: ReactNode
  /** Said where there is none. */
  empty?: string
}

interface Given {
  label: string
  sections: readonly Section[]
  /** What stands in the column after the name: the object, or the group. */
  second: { label: string; of: (item: TableItem) => string }
  onOpen: (open: Open) => void
}

/** Tables under their headings; on a phone each is a card. */
export function Rows({ label, sections, second, onOpen }: Given) {
  const { t } = useText()
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={label}>
      <table className={`${table.table} ${css.list}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('interpolate.name')}</th>
            <th scope="col">{second.label}</th>
            <th scope="col">{t('interpolate.state')}</th>
            <th scope="col">{t('interpolate.period')}</th>
            <th scope="col" className={table.number}>
              {t('interpolate.rows')}
            </th>
            <th scope="col">{t('interpolate.uploaded')}</th>
            <th scope="col">
              <span className="sr">{t('act.more', { name: '' })}</span>
            </th>
          </tr>
        </thead>
        {sections.map((section) => (
          <tbody key={section.key}>
            <tr className={css.section}>
              <th scope="rowgroup" colSpan={7}>
                <span className={css.heading}>
                  {section.code && <span className={css.code}>{section.code}</span>}
                  {section.title}
                  {section.note && <span className={css.note}>{section.note}</span>}
                  {section.act && <span className={css.end}>{section.act}</span>}
                </span>
              </th>
            </tr>
            {section.items.map((item) => (
              <Row key={item.version} item={item} second={second} onOpen={onOpen} />
            ))}
            {section.items.length === 0 && section.empty && (
              <tr className={css.none}>
                <td colSpan={7}>{section.empty}</td>
              </tr>
            )}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Row({ item, second, onOpen }: { item: TableItem } & Pick<Given, 'second' | 'onOpen'>) {
  const { t } = useText()
  const when = useWhen()
  const period = usePeriodText()
  // Who shortened its period later did not upload it.
  const fresh = item.recorded_at - item.uploaded_at < MINUTE
  const uploader = fresh ? (item.recorded_by_name ?? t('interpolate.program')) : ''
  return (
    <tr>
      <th scope="row">
        <RowName name={item.name} onOpen={() => onOpen({ act: 'view', item })} />
      </th>
      <td data-label={second.label}>{second.of(item)}</td>
      <td data-label={t('interpolate.state')}>
        <StateMark item={item} />
      </td>
      <td data-label={t('interpolate.period')}>
        <span className={css.period}>{period(item)}</span>
      </td>
      <td data-label={t('interpolate.rows')} className={table.number}>
        {number(item.rows, 0)}
      </td>
      <td data-label={t('interpolate.uploaded')}>
        <div className={css.twoLines}>
          <span>{when(new Date(item.uploaded_at).toISOString())}</span>
          <span className={table.small}>{[uploader, item.file_name].filter(Boolean).join(' · ')}</span>
        </div>
      </td>
      <td className={table.acts}>
        <Acts item={item} onOpen={onOpen} />
      </td>
    </tr>
  )
}
