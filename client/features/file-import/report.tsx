import type { ImportReport } from '#contract/imports.ts'
import { duration, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { PlainTable, tableCss, type Column } from '../../ui/table/index.ts'
import textCss from '../../ui/text.module.css'
import css from './imports.module.css'
import { ExtremesQuestion, PeriodQuestion, type ExtremesAnswer } from './questions.tsx'
import { RecordPicture } from './record-picture.tsx'
import { localText, importSpan } from './words.ts'

type Found = ImportReport['columns'][number]

const GAPS = 5

interface ReportProps {
  report: ImportReport
  dry: boolean
  replace: boolean
  /** What to do with values far outside the usual range; null: undecided. */
  answer?: ExtremesAnswer | null
  onAnswer?: (answer: ExtremesAnswer) => void
}

/** Number of readings that a run would store. */
export const newReadings = (report: ImportReport, replace: boolean) =>
  report.columns.reduce((n, c) => n + c.fresh + (replace ? c.differing : 0), 0)

/** Columns with values far outside the usual range. */
export const extremeColumns = (report: ImportReport) => report.columns.filter((c) => c.extremes)

/** What a file contains and changes, after a check or after storing. */
export function Report({ report, dry, replace, answer = null, onAnswer }: ReportProps) {
  const { t, texts, language } = useText()
  const total = (count: (c: ImportReport['columns'][number]) => number) =>
    report.columns.reduce((n, c) => n + count(c), 0)
  const fresh = total((c) => c.fresh)
  const differing = total((c) => c.differing)
  const rejected = report.bad_times + total((c) => c.rejected)
  const complaints = [
    ...(report.complaints ?? []).map((c) => ({ ...c, column: t('imports.time') })),
    ...report.columns.flatMap((c) => (c.complaints ?? []).map((x) => ({ ...x, column: c.column }))),
  ]
  const written = {
    from: earliest(report.columns.map((c) => c.from)),
    to: earliest(
      report.columns.map((c) => c.to),
      -1,
    ),
  }
  const extreme = extremeColumns(report)
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
        {report.stamps && (
          <Figure name={t('imports.fig.stamps')} value={`${report.stamps.first} – ${report.stamps.last}`} />
        )}
        <Figure
          name={t(dry ? 'imports.fig.spanDry' : 'imports.fig.span')}
          value={importSpan(written.from, written.to, language)}
        />
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
      {onAnswer && extreme.length > 0 && (
        <ExtremesQuestion columns={extreme} answer={answer} onAnswer={onAnswer} />
      )}
      {report.columns.map((c) =>
        c.period && c.step !== null ? <PeriodQuestion key={c.series} column={c} /> : null,
      )}
      {report.columns.some((c) => c.picture) && (
        <>
          <h3 className={css.subtitle}>{t('imports.picture.title')}</h3>
          <div className={css.records}>
            {report.columns.map((c) =>
              c.picture ? (
                <RecordPicture
                  key={c.series}
                  name={c.column}
                  unit={c.series_unit}
                  picture={c.picture}
                  from={c.from}
                  to={c.to}
                />
              ) : null,
            )}
          </div>
        </>
      )}
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
                  <span className={textCss.small}>
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
      {complaints.length > 0 && (
        <>
          <h3 className={css.subtitle}>
            {t('imports.rejects', { n: number(rejected + total((c) => c.flagged), 0) })}
          </h3>
          <ul className={css.rejects}>
            {complaints.map((c) => (
              <li key={`${c.column} ${c.code}`}>
                <strong>{c.column}</strong>:{' '}
                {t('imports.complaint', {
                  n: number(c.count, 0),
                  reason: c.reason,
                  values: c.values.map((v) => `“${v}”`).join(', '),
                })}{' '}
                <span className={textCss.small}>
                  (
                  {c.rows
                    .map(({ row, sheet }) =>
                      t(sheet === undefined ? 'setup.line' : 'imports.lineOf', {
                        n: row,
                        sheet: sheet ?? '',
                      }),
                    )
                    .join(', ')}
                  {c.count > c.rows.length ? ', …' : ''})
                </span>
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

/** The earliest (or with -1 the latest) of local times; null: none. */
function earliest(times: readonly (string | null)[], sign: 1 | -1 = 1): string | null {
  const all = times.filter((time) => time !== null).sort()
  return (sign === 1 ? all[0] : all.at(-1)) ?? null
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
