import { EDITED, FLOORED, grade } from '#core/quality/index.ts'
import type { MadeSheetAnswer } from '#contract/sheets.ts'
import { dateTime } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { QualityMark } from '../../ui/quality/index.tsx'
import { PlainTable, type Column, type FootCell } from '../../ui/table/index.ts'
import { valueShown, unitShown } from './words.ts'
import css from './paper.module.css'

type Value = MadeSheetAnswer['facts'][number]['value']

/** A sheet as the authority gets it: A4, black on white, what is missing hatched. */
export function ReportPaper({ sheet }: { sheet: MadeSheetAnswer }) {
  const { t, language } = useText()
  const { zone, columns } = sheet
  const short = sheet.period === 'day' ? 'date' : 'year'
  const cell = (value: Value, of?: 'date' | 'year') => <Cell value={value} zone={zone} short={of} />
  const table = columns.map(({ over, head, unit }, c): Column<Value[]> => ({
    id: String(c),
    over,
    head: (
      <>
        {head}
        {unit !== '' && <small className={css.unit}>{unitShown(unit)}</small>}
      </>
    ),
    rowHeader: c === 0,
    align: c === 0 || sheet.rows[0]?.[c]?.format === 'text' ? undefined : 'number',
    cell: (row) => cell(row[c]),
  }))
  const foot = sheet.foot.map(({ kind, cells }) =>
    cells.map((value, c): FootCell =>
      c === 0
        ? { content: t(`sheets.foot.${kind}`), rowHeader: true }
        : { content: value && cell(value, short), align: 'number' },
    ),
  )
  return (
    <article
      className={css.paper}
      data-wide={sheet.orientation === 'landscape' || undefined}
      aria-label={sheet.title}
    >
      <header className={css.heading}>
        <div>
          {sheet.left.map((line, i) => (
            <p key={i}>{line}</p>
          ))}
        </div>
        <div>
          {sheet.right.map((line, i) => (
            <p key={i}>{line}</p>
          ))}
        </div>
      </header>
      {sheet.demo && <p className={css.demo}>DEMO</p>}
      <h2 className={css.title}>{sheet.title}</h2>
      {sheet.subtitle !== '' && <p className={css.subtitle}>{sheet.subtitle}</p>}
      {sheet.known_at !== null && (
        <p className={css.known}>{t('sheets.knownAt', { time: dateTime(sheet.known_at, zone, language) })}</p>
      )}
      {[sheet.facts, sheet.summary].map(
        (list, i) =>
          list.length > 0 && (
            <dl key={i} className={css.facts}>
              {list.map(({ label, value }, k) => (
                <div key={k}>
                  <dt>
                    {label}
                    {value.unit !== '' && ` (${unitShown(value.unit)})`}
                  </dt>
                  <dd>{cell(value)}</dd>
                </div>
              ))}
            </dl>
          ),
      )}
      {columns.length > 0 && (
        <div className={css.scroll}>
          <PlainTable
            label={sheet.title}
            className={css.table}
            numberClass={css.number}
            columns={table}
            rows={sheet.rows}
            rowKey={(_, i) => i}
            foot={foot.length > 0 ? foot : undefined}
          />
        </div>
      )}
      {sheet.events !== null && (
        <section className={css.events}>
          <h3>{t('sheets.events')}</h3>
          {sheet.events.length === 0 ? (
            <p>{t('sheets.noEvents')}</p>
          ) : (
            <ul>
              {sheet.events.map(({ t: at, text }, i) => (
                <li key={i}>
                  <time>{dateTime(at, zone, language)}</time> {text}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      <footer className={css.notes}>
        <p>{t('sheets.gapLegend')}</p>
        {sheet.notes.map((note, i) => (
          <p key={i}>{note}</p>
        ))}
      </footer>
      {sheet.signatures.length > 0 && (
        <div className={css.signatures}>
          {sheet.signatures.map((who, i) => (
            <p key={i}>{who}</p>
          ))}
        </div>
      )}
    </article>
  )
}

/** Something was due and is not there. */
const isGap = ({ v, q }: Value) => v === null && q !== null

function Cell({ value, zone, short }: { value: Value; zone: string; short?: 'date' | 'year' }) {
  const { t, language } = useText()
  const { v, q } = value
  if (isGap(value)) return <span className={css.gap} role="img" aria-label={t('sheets.missing')} />
  const words = valueShown(value, zone, language, short)
  return typeof v === 'number' && q !== null && (grade(q) > 0 || q & (EDITED | FLOORED)) ? (
    <span className={css.marked}>
      {words}
      <QualityMark q={q} words={false} />
    </span>
  ) : (
    words
  )
}
