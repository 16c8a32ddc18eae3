import { explainRevenue, type RevenueExplanation } from '#contract/explain.ts'
import { date, dateTime, NOTHING, number } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { month } from '../../ui/chart/format.ts'
import { Icon } from '../../ui/icon/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import { QualityMark } from '../../ui/quality/index.tsx'
import { PlainTable, type Column } from '../../ui/table/index.ts'
import textCss from '../../ui/text.module.css'
import { Explained } from './explained.tsx'
import type { ExplanationPart, RevenueTarget } from './part.ts'
import { moment, recordWords } from './words.ts'
import css from './explain.module.css'

/** A column of numbers. */
const numbers = <R,>(id: string, head: string, cell: (row: R) => string): Column<R> => ({
  id,
  head,
  align: 'number',
  cell,
})

interface Props {
  target: RevenueTarget
  zone: string
  open: (next: ExplanationPart, title: string) => void
}

/** Revenue of a span: its classes with their prices, the tariff, and the energy behind. */
export function RevenueView({ target, zone, open }: Props) {
  const { money, from, to } = target
  const query = useRead(explainRevenue, { body: { from, to, unit: money.unit } }, { staleTime: 0 })
  return <Explained query={query}>{(e) => <View e={e} target={target} zone={zone} open={open} />}</Explained>
}

type Part = RevenueExplanation['parts'][number]
type Sold = Part['classes'][number]['parts'][number]
type Deducted = Pick<Part['deductions'][number], 'vnd'>

function View({ e, target, zone, open }: Props & { e: RevenueExplanation }) {
  const { t, texts, language } = useText()
  const { revenue: r } = e
  const words = texts.explain.revenue
  const span = `${dateTime(e.from, zone, language)} – ${dateTime(e.to, zone, language)}`
  const titleOf = (p: Part) =>
    e.by === 'step'
      ? dateTime(p.to, zone, language)
      : e.by === 'day'
        ? date(p.from, zone, language)
        : month(p.from, zone, language)
  // A step is a stored value with an explanation of its own; longer parts are explained as this is.
  const openPart = (p: Part) =>
    open(
      e.by === 'step' && e.series !== null
        ? { series: e.series, at: p.to }
        : { ...target, from: p.from, to: p.to },
      `${words.name}, ${span}`,
    )
  const vnd = (v: number) => number(v, 0)
  const price = (v: number | null) => (v === null ? NOTHING : number(v, 2))
  // Steps of which power was silent for a time have a value, and lack the rest.
  const isPartly = r.missing > r.missing_steps / Math.max(1, r.steps) + 0.0005
  const isMissing = (p: Part) => p.steps > 0 && p.missing_steps === p.steps
  const classes = r.classes.flatMap((c) => c.parts.map((p) => ({ ...p, name: c.name, class: c.class })))
  const deductions = [
    ...r.deductions.map((d) => ({
      id: d.id,
      name: d.deducted ? d.name : t('explain.revenue.shownOnly', { name: d.name }),
      vnd: d.vnd,
    })),
    { id: '', name: words.net, vnd: r.net_vnd },
  ]
  const table = { className: layoutCss.table, numberClass: textCss.number }
  return (
    <>
      <section aria-label={words.name} className={css.top}>
        <h3>{words.name}</h3>
        <div className={css.value}>
          <strong>{vnd(r.vnd)}</strong>
          <span className={css.unit}>VND</span>
          <QualityMark q={r.quality} good />
        </div>
        <div className={css.muted}>{span}</div>
        <div className={css.muted}>
          {t('explain.revenue.energy', { kwh: number(r.kwh, 1), price: price(r.mean_price) })}
        </div>
        {r.missing_steps > 0 && (
          <Note>
            {t('explain.revenue.missing', { n: number(r.missing_steps, 0), all: number(r.steps, 0) })}
          </Note>
        )}
        {isPartly && <Note>{t('explain.revenue.missingShare', { share: number(100 * r.missing, 1) })}</Note>}
        {r.unpriced_kwh !== 0 && (
          <Note>{t('explain.revenue.unpriced', { kwh: number(r.unpriced_kwh, 1) })}</Note>
        )}
        {r.unsettled_hours > 0 && (
          <Note>{t('explain.revenue.unsettled', { hours: number(r.unsettled_hours, 1) })}</Note>
        )}
        {e.unit !== null && <div className={css.muted}>{words.ofUnit}</div>}
        {r.estimate && <Note>{words.estimate}</Note>}
      </section>
      <section aria-label={words.classes} className={css.section}>
        <h4>{words.classes}</h4>
        <PlainTable
          {...table}
          label={words.classes}
          rows={classes}
          rowKey={(p) => `${p.kind} ${p.class} ${p.season} ${p.tariff}`}
          columns={[
            {
              id: 'class',
              head: words.class,
              rowHeader: true,
              cell: (p) => (p.kind === 'energy' ? p.name : `${p.name}, ${words.kinds[p.kind]}`),
            },
            numbers('kwh', 'kWh', (p: Sold) => number(p.kwh, 1)),
            numbers('price', 'VND/kWh', (p: Sold) => price(p.price)),
            numbers('vnd', 'VND', (p: Sold) => vnd(p.vnd)),
          ]}
        />
      </section>
      {r.deductions.length > 0 && (
        <section aria-label={words.deductions} className={css.section}>
          <h4>{words.deductions}</h4>
          <PlainTable
            {...table}
            label={words.deductions}
            rows={deductions}
            rowKey={(d) => d.id}
            columns={[
              { id: 'name', head: words.deduction, rowHeader: true, cell: (d) => d.name },
              numbers('vnd', 'VND', (d: Deducted) => vnd(d.vnd)),
            ]}
          />
        </section>
      )}
      {e.tariffs.length > 0 && (
        <section aria-label={words.tariffs} className={css.section}>
          <h4>{words.tariffs}</h4>
          <dl className={css.list}>
            {e.tariffs.map((v) => (
              <div key={v.version}>
                <dt>
                  {v.name} ({v.calendar})
                </dt>
                <dd>
                  {[
                    v.from === null
                      ? t('explain.always')
                      : t('explain.since', { time: moment(v.from, zone, language) }),
                    recordWords(v, zone, language),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <section aria-label={words.parts[e.by]} className={css.section}>
        <h4>{words.parts[e.by]}</h4>
        <PlainTable
          {...table}
          label={words.parts[e.by]}
          rows={e.parts}
          rowKey={(p) => p.from}
          columns={[
            {
              id: 'time',
              head: words.part[e.by],
              rowHeader: true,
              cell: (p) => (
                <button type="button" className={css.link} onClick={() => openPart(p)}>
                  {titleOf(p)}
                </button>
              ),
            },
            { id: 'class', head: words.class, cell: (p) => p.classes.map((c) => c.name).join(', ') },
            numbers('kwh', 'kWh', (p: Part) => (isMissing(p) ? NOTHING : number(p.kwh, 1))),
            numbers('vnd', 'VND', (p: Part) => (isMissing(p) ? NOTHING : vnd(p.vnd))),
          ]}
        />
      </section>
    </>
  )
}

function Note({ children }: { children: string }) {
  return (
    <div className={css.note} role="note">
      <Icon name="warning" size={14} />
      <span>{children}</span>
    </div>
  )
}
