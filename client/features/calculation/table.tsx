import { dateTime, number } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { RowName, tableCss as table } from '../../ui/page/index.tsx'
import type { Run } from './queries.ts'
import css from './runs.module.css'
import { State } from './state.tsx'
import { useSpan } from './words.ts'

interface Given {
  runs: readonly Run[]
  /** Also those that a filter hides: something may wait behind one of them. */
  all: readonly Run[]
  onOpen: (id: string) => void
}

/** Runs, the newest first; on a phone one card each. */
export function Table({ runs, all, onOpen }: Given) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const span = useSpan()
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={t('runs.list')}>
      <table className={table.table} aria-label={t('runs.list')}>
        <thead>
          <tr>
            <th scope="col">{t('runs.when')}</th>
            <th scope="col">{t('runs.what')}</th>
            <th scope="col">{t('runs.span')}</th>
            <th scope="col">{t('runs.status')}</th>
            <th scope="col" className={table.number}>
              {t('runs.instants')}
            </th>
            <th scope="col" className={table.number}>
              {t('runs.entries')}
            </th>
            <th scope="col">{t('runs.who')}</th>
            <th scope="col">{t('runs.code')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((r) => (
            <tr key={r.run_id}>
              <th scope="row" className={css.when}>
                <RowName name={dateTime(r.started_at, zone, language)} onOpen={() => onOpen(r.run_id)} />
              </th>
              <td data-label={t('runs.what')}>{t(`runs.kind.${r.kind}`)}</td>
              <td data-label={t('runs.span')} className={css.span}>
                {span(r)}
              </td>
              <td data-label={t('runs.status')}>
                <State run={r} runs={all} />
              </td>
              <td data-label={t('runs.instants')} className={table.number}>
                {number(r.done, 0)}
              </td>
              <td data-label={t('runs.entries')} className={table.number}>
                {number(r.entries, 0)}
              </td>
              <td data-label={t('runs.who')}>
                <div>
                  {r.actor_name ?? t('runs.system')}
                  {r.reason && <div className={css.small}>{r.reason}</div>}
                </div>
              </td>
              <td data-label={t('runs.code')} className={css.small}>
                {r.code_version}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
