import { useState } from 'react'
import type { TableItem } from '#contract/tables.ts'
import { number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { useWhen } from '../../lib/when.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { RowName, tableCss as table } from '../../ui/page/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import { Acts, type Open } from './acts.tsx'
import { Compare } from './compare.tsx'
import { useVersions } from './queries.ts'
import { usePeriodText } from './state.tsx'
import css from './tables.module.css'

/** Every version that a table ever had, the newest first, and what differs between two of them. */
export function Versions({ id, name, onOpen }: { id: string; name: string; onOpen: (open: Open) => void }) {
  const { t } = useText()
  const versions = useVersions(id)
  return (
    <Loaded query={versions} what={t('interpolate.act.versions')} height={280}>
      {(list) => (
        <div className={css.versions}>
          <List list={list} name={name} onOpen={onOpen} />
          {list.length > 1 ? (
            <Pair id={id} list={list} />
          ) : (
            <p className={css.small}>{t('interpolate.versions.one')}</p>
          )}
        </div>
      )}
    </Loaded>
  )
}

function List({ list, name, onOpen }: { list: TableItem[]; name: string; onOpen: (open: Open) => void }) {
  const { t } = useText()
  const when = useWhen()
  const period = usePeriodText()
  const iso = (ms: number) => when(new Date(ms).toISOString())
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={t('interpolate.act.versions')}>
      <table className={table.table} aria-label={t('interpolate.versions.title', { name })}>
        <thead>
          <tr>
            <th scope="col">{t('interpolate.versions.recorded')}</th>
            <th scope="col">{t('interpolate.versions.by')}</th>
            <th scope="col">{t('interpolate.period')}</th>
            <th scope="col" className={table.number}>
              {t('interpolate.rows')}
            </th>
            <th scope="col">{t('interpolate.state')}</th>
            <th scope="col">{t('interpolate.versions.reason')}</th>
            <th scope="col">
              <span className="sr">{t('act.more', { name: '' })}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((v) => (
            <tr key={v.version}>
              <th scope="row">
                <RowName name={iso(v.recorded_at)} onOpen={() => onOpen({ act: 'view', item: v })} />
              </th>
              <td data-label={t('interpolate.versions.by')}>
                {v.recorded_by_name ?? t('interpolate.program')}
              </td>
              <td data-label={t('interpolate.period')}>{period(v)}</td>
              <td data-label={t('interpolate.rows')} className={table.number}>
                {number(v.rows, 0)}
              </td>
              <td data-label={t('interpolate.state')}>
                {v.superseded_at === null
                  ? t('interpolate.versions.now')
                  : t('interpolate.versions.replaced', { when: iso(v.superseded_at) })}
              </td>
              <td data-label={t('interpolate.versions.reason')} data-empty={v.reason ? undefined : true}>
                {v.reason ?? '-'}
              </td>
              <td className={table.acts}>
                <Acts item={v} onOpen={onOpen} past />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Two versions to be compared; at first the newest with the one before it. */
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
    <section className={css.pair} aria-label={t('interpolate.versions.compare')}>
      <h3>{t('interpolate.versions.compare')}</h3>
      <div className={css.two}>
        <Choice label={t('interpolate.versions.before')} data={data} value={a} onChange={setA} />
        <Choice label={t('interpolate.versions.after')} data={data} value={b} onChange={setB} />
      </div>
      <Compare id={id} a={a} b={b} />
    </section>
  )
}
