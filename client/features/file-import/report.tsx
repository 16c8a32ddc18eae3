import type { ImportReport } from '#contract/imports.ts'
import { duration, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { PlainTable, tableCss, type Column } from '../../ui/table/index.ts'
import css from './imports.module.css'
import { localText, importSpan } from './words.ts'

type Found = ImportReport['columns'][number]

const GAPS = 5
const REJECTS = 20

/** What a file contains and changes: of a check, or of what was stored. */
export function Report({ report, dry, replace }: { report: ImportReport; dry: boolean; replace: boolean }) {
  const { t, texts, language } = useText()
  const total = (count: (c: ImportReport['columns'][number]) => number) =>
    report.columns.reduce((n, c) => n + count(c), 0)
  const fresh = total((c) => c.fresh)
  const differing = total((c) => c.differing)
  const rejected = report.bad_times + total((c) => c.rejected)
  const rejects = [...report.rejects, ...report.columns.flatMap((c) => c.rejects)]
    .sort((a, b) => a.row - b.row)
    .slice(0, REJECTS)
  const notes: [number, 'disorder' | 'repeats'][] = [
    [report.disorder, 'disorder'],
    [report.repeats, 'repeats'],
  ]
  const count = (name: keyof typeof texts.imports.col, cell: (c: Found) => string): Column<Found> => ({
    id: name,
    head: t(`imports.col.${name}`),
    align: 'number',
    cell,
  })
  return (
    <section className={css.report} aria-label={t(dry ? 'imports.tryResult' : 'imports.result')}>
      <h2 className={css.subtitle}>
        <Icon name={dry ? 'eye' : 'check'} size={18} /> {t(dry ? 'imports.tryResult' : 'imports.result')}
      </h2>
      <dl className={css.figures}>
        <Figure name={t('imports.fig.rows')} value={number(report.rows, 0)} />
        <Figure name={t('imports.fig.span')} value={importSpan(report.from, report.to, language)} />
        <Figure name={t(dry ? 'imports.fig.freshDry' : 'imports.fig.fresh')} value={number(fresh, 0)} />
        <Figure
          name={t(replace ? 'imports.fig.replaced' : 'imports.fig.kept')}
          value={number(differing, 0)}
          tone={differing > 0 ? 'warn' : undefined}
        />
        <Figure
          name={t('imports.fig.rejected')}
          value={number(rejected, 0)}
          tone={rejected > 0 ? 'warn' : undefined}
        />
      </dl>
      {notes.map(([n, what]) =>
        n > 0 ? (
          <p key={what} className={css.note}>
            <Icon name="info" size={14} /> {t(`imports.note.${what}`, { n: number(n, 0) })}
          </p>
        ) : null,
      )}
      {report.resumed_at !== null && (
        <p className={css.note}>
          <Icon name="refresh" size={14} /> {t('imports.note.resumed', { n: number(report.resumed_at, 0) })}
        </p>
      )}
      <div className={css.scroll}>
        <PlainTable
          className={tableCss.table}
          rows={report.columns}
          rowKey={(c) => c.series}
          columns={[
            { id: 'column', head: t('imports.col.column'), rowHeader: true, cell: (c) => c.column },
            {
              id: 'series',
              head: t('imports.col.series'),
              cell: (c) => (
                <>
                  <span className={css.code}>{c.series}</span>{' '}
                  <span className={tableCss.small}>
                    {c.unit === c.series_unit ? c.unit : `${c.unit} → ${c.series_unit}`}
                    {c.created && ` · ${t('imports.created')}`}
                  </span>
                </>
              ),
            },
            count('readings', (c) => number(c.readings, 0)),
            count('fresh', (c) => number(c.fresh, 0)),
            count('same', (c) => number(c.unchanged, 0)),
            count('differing', (c) => number(c.differing, 0)),
            count('rejected', (c) => number(c.rejected, 0)),
            count('empty', (c) => number(c.empty + c.no_data, 0)),
            count('step', (c) => (c.step === null ? '-' : duration(c.step * 1000, language))),
            count('gaps', (c) =>
              c.gaps.count === 0 ? '0' : `${number(c.gaps.count, 0)} (${number(c.gaps.missing, 0)})`,
            ),
          ]}
        />
      </div>
      {rejects.length > 0 && (
        <>
          <h3 className={css.subtitle}>
            {t('imports.rejects', { n: number(rejected + total((c) => c.flagged), 0) })}
          </h3>
          <ul className={css.rejects}>
            {rejects.map((r) => (
              <li key={`${r.row} ${r.column} ${r.code}`}>
                <strong>{t('setup.line', { n: r.row })}</strong>, {r.column}: “{r.value}” {r.reason}
              </li>
            ))}
          </ul>
        </>
      )}
      {report.columns.some((c) => c.differences.length > 0) && (
        <>
          <h3 className={css.subtitle}>{t(replace ? 'imports.differReplaced' : 'imports.differKept')}</h3>
          <ul className={css.rejects}>
            {report.columns.flatMap((c) =>
              c.differences.slice(0, GAPS).map((d) => (
                <li key={`${c.series} ${d.time}`}>
                  <strong>{localText(d.time, language)}</strong>, {c.series}:{' '}
                  {t('imports.storedFile', { stored: d.stored ?? '-', file: d.file ?? '-' })}
                </li>
              )),
            )}
          </ul>
        </>
      )}
      {report.columns.some((c) => c.gaps.count > 0) && (
        <>
          <h3 className={css.subtitle}>{t('imports.gaps')}</h3>
          <ul className={css.rejects}>
            {report.columns.flatMap((c) =>
              c.gaps.longest.slice(0, GAPS).map((g) => (
                <li key={`${c.series} ${g.from}`}>
                  {c.column}: {importSpan(g.from, g.to, language)} ({duration(g.seconds * 1000, language)})
                </li>
              )),
            )}
          </ul>
        </>
      )}
    </section>
  )
}

function Figure({ name, value, tone }: { name: string; value: string; tone?: 'warn' }) {
  return (
    <div data-tone={tone}>
      <dt>{name}</dt>
      <dd>
        {tone && <Icon name="warning" size={16} />}
        {value}
      </dd>
    </div>
  )
}
