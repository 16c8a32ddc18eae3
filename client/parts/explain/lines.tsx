import type { Cell, Line, Term } from '#contract/explain.ts'
import { dateTime, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { PlainTable } from '../../ui/table/index.ts'
import { Expression, Symbol } from './formula.tsx'
import type { Open } from './part.ts'
import { canOpen, digits, lineName, near, recordWords, seriesName, unitWords, withUnit } from './words.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './explain.module.css'

interface Props {
  lines: readonly Line[]
  /** The explained instant. */
  at: number
  zone: string
  open: Open
}

/** Maximum number of parts listed below their sum; more are folded. */
const MOST = 8

/** The working: first the formula of the value, then its parts. */
export function Lines({ lines, ...rest }: Props) {
  return (
    <ol className={css.lines}>
      {lines.toReversed().map((line, i) => (
        <li key={i}>
          <Step line={line} {...rest} />
        </li>
      ))}
    </ol>
  )
}

/** Renders sums of named parts as a list, everything else as a formula. */
const isList = (line: Plain) =>
  line.terms.length > 0 && line.terms.every((x) => x.series !== null) && !/[*/^]|sqrt/.test(line.expression)

type Plain = Line['lines'][number]

function Step({ line, at, zone, open }: { line: Line; at: number; zone: string; open: Open }) {
  const { texts } = useText()
  return (
    <>
      <div className={css.lineHead}>
        <span>{lineName(line.id, texts)}</span>
        <span className={css.result}>
          <Symbol name={line.symbol} /> = <strong>{withUnit(line.value, line.unit)}</strong>
        </span>
      </div>
      {!isList(line) && <Working line={line} />}
      {line.table && <Table cell={line.table} lines={line.lines} opened={line.id === 'table'} zone={zone} />}
      <Terms line={line} at={at} zone={zone} open={open} />
    </>
  )
}

/** The formula, and the same with numbers. */
function Working({ line, result = false }: { line: Plain; result?: boolean }) {
  const { t } = useText()
  if (line.expression === '' || line.expression === '0')
    return line.expression === '' && line.terms.length > 0 && !('table' in line && line.table) ? (
      <div className={css.formula}>{t('explain.solved')}</div>
    ) : null
  const plain = /^[A-Za-z][A-Za-z0-9_]*$/.test(line.expression)
  return (
    <div className={css.formula}>
      <div>
        <Symbol name={line.symbol} /> = <Expression text={line.expression} />
      </div>
      {(!plain || result) && (
        <div className={textCss.muted}>
          = <Expression text={line.expression} terms={line.terms} />
          {result && ` = ${withUnit(line.value, line.unit)}`}
        </div>
      )}
    </div>
  )
}

/** Legend of the symbols; one with its own explanation is a button. */
function Terms({ line, at, zone, open }: { line: Plain; at: number; zone: string; open: Open }) {
  const { t } = useText()
  const shown = line.terms.filter((x) => canOpen(x) || x.name !== null || x.t !== null)
  if (shown.length === 0) return null
  const list = (
    <ul className={css.terms}>
      {shown.map((x) => (
        <li key={x.symbol}>
          <Part term={x} at={at} zone={zone} open={open} />
        </li>
      ))}
    </ul>
  )
  if (shown.length <= MOST) return list
  return (
    <details className={css.passed}>
      <summary>{t('explain.parts', { n: shown.length })}</summary>
      {list}
    </details>
  )
}

function Part({ term: x, at, zone, open }: { term: Term; at: number; zone: string; open: Open }) {
  const { t, language } = useText()
  const name = x.series === null ? (x.name ?? '') : seriesName(x.series, x.name)
  const time = x.t !== null && x.t !== at ? near(x.t, at, zone, language) : ''
  const inside = (
    <>
      <Symbol name={x.symbol} />
      <span className={`${layoutCss.grow} ${css.termName}`}>
        {name}
        {time && <span className={css.muted}> {time}</span>}
      </span>
      <span className={textCss.nowrap}>{withUnit(x.value, x.unit)}</span>
    </>
  )
  if (!canOpen(x)) return <span className={css.term}>{inside}</span>
  return (
    <button
      type="button"
      className={css.term}
      title={t('explain.open', { name })}
      onClick={() => open({ series: x.series, at: x.t })}
    >
      {inside}
      <Icon name="right" size={14} />
    </button>
  )
}

/** Table rows that enclose the value, as uploaded. */
function Table({
  cell,
  lines,
  opened,
  zone,
}: {
  cell: Cell
  lines: readonly Plain[]
  opened: boolean
  zone: string
}) {
  const { t, texts, language } = useText()
  const from = cell.from === null ? t('explain.always') : dateTime(cell.from, zone, language)
  const to = cell.to === null ? t('explain.open_end') : dateTime(cell.to, zone, language)
  return (
    <div className={css.cell}>
      <div className={css.cellName}>
        <Icon name="curve" size={14} />
        <span>
          {t('explain.table')} {cell.group}: <b>{cell.name}</b>
        </span>
        <span className={css.muted}>{t('explain.inForce', { from, to })}</span>
        <span className={css.muted}>{recordWords(cell, zone, language)}</span>
      </div>
      <details open={opened} className={css.passed}>
        <summary>{t('explain.cell')}</summary>
        <PlainTable
          className={css.rows}
          rows={cell.rows}
          rowKey={(r) => r.row}
          columns={[
            { id: 'row', head: t('explain.tableRow'), rowHeader: true, cell: (r) => number(r.row, 0) },
            ...cell.columns.map((c, i) => ({
              id: c.name,
              head: `${c.name}${c.unit && ` (${unitWords(c.unit)})`}`,
              cell: (r: (typeof cell.rows)[number]) => digits(r.values[i]),
            })),
          ]}
        />
        {lines.length > 0 && (
          <ul className={css.inner}>
            {lines.map((inner, i) => (
              <li key={i}>
                <span className={textCss.small}>{lineName(inner.id, texts)}</span>
                <Working line={inner} result />
              </li>
            ))}
          </ul>
        )}
      </details>
    </div>
  )
}
