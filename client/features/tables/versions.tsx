import { useState } from 'react'
import type { TableItem } from '#contract/tables/table.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useWhen } from '../../lib/when.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import { DataTable, RowName } from '../../ui/table/index.ts'
import { TableActs, type OpenTable } from './acts.tsx'
import { CompareVersions } from './compare.tsx'
import { useTableVersions } from './queries.ts'
import { usePeriodText } from './state.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './tables.module.css'

/** Every version of a table, newest first, and the difference between two. */
export function TableVersions({
  id,
  name,
  onOpen,
}: {
  id: string
  name: string
  onOpen: (open: OpenTable) => void
}) {
  const { t } = useText()
  const versions = useTableVersions(id)
  return (
    <Loaded query={versions} what={t('interpolate.act.versions')} height={280}>
      {(list) => (
        <div className={`${layoutCss.column} ${css.versions}`}>
          <List list={list} name={name} onOpen={onOpen} />
          {list.length > 1 ? (
            <Pair id={id} list={list} />
          ) : (
            <p className={textCss.hint}>{t('interpolate.versions.one')}</p>
          )}
        </div>
      )}
    </Loaded>
  )
}

function List({
  list,
  name,
  onOpen,
}: {
  list: TableItem[]
  name: string
  onOpen: (open: OpenTable) => void
}) {
  const { t } = useText()
  const when = useWhen()
  const period = usePeriodText()
  const iso = (ms: number) => when(new Date(ms).toISOString())
  const state = (v: TableItem) =>
    v.superseded_at === null
      ? t('interpolate.versions.now')
      : t('interpolate.versions.replaced', { when: iso(v.superseded_at) })
  return (
    <DataTable
      label={t('interpolate.versions.title', { name })}
      rows={list}
      rowKey={(v) => v.version}
      columns={[
        {
          id: 'recorded',
          head: t('interpolate.versions.recorded'),
          rowHeader: true,
          value: (v) => iso(v.recorded_at),
          cell: (v) => <RowName name={iso(v.recorded_at)} onOpen={() => onOpen({ act: 'view', item: v })} />,
        },
        {
          id: 'by',
          head: t('interpolate.versions.by'),
          value: (v) => v.recorded_by_name,
          cell: (v) => v.recorded_by_name ?? t('interpolate.program'),
        },
        { id: 'period', head: t('interpolate.period'), value: period },
        {
          id: 'rows',
          head: t('interpolate.rows'),
          align: 'number',
          value: (v) => v.rows,
          cell: (v) => number(v.rows, 0),
        },
        { id: 'state', head: t('interpolate.state'), value: state },
        {
          id: 'reason',
          head: t('interpolate.versions.reason'),
          hideOnPhone: (v) => !v.reason,
          value: (v) => v.reason,
          cell: (v) => v.reason ?? '-',
        },
      ]}
      actions={{
        head: t('act.more', { name: '' }),
        cell: (v) => <TableActs item={v} onOpen={onOpen} past />,
      }}
    />
  )
}

/** The two versions to compare; at first the newest with the one before it. */
function Pair({ id, list }: { id: string; list: TableItem[] }) {
  const { t } = useText()
  const when = useWhen()
  const [a, setA] = useState(list[1].version)
  const [b, setB] = useState(list[0].version)
  const data = list.map((v, i) => ({
    value: v.version,
    label: t('interpolate.versions.label', {
      n: list.length - i,
      when: when(new Date(v.recorded_at).toISOString()),
    }),
  }))
  return (
    <section className={`${layoutCss.column} ${css.pair}`} aria-label={t('interpolate.versions.compare')}>
      <h3>{t('interpolate.versions.compare')}</h3>
      <div className={css.two}>
        <Choice label={t('interpolate.versions.before')} data={data} value={a} onChange={setA} />
        <Choice label={t('interpolate.versions.after')} data={data} value={b} onChange={setB} />
      </div>
      <CompareVersions id={id} a={a} b={b} />
    </section>
  )
}
