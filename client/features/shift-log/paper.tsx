import type { ReactNode } from 'react'
import { PARTIAL, grade } from '#core/quality/index.ts'
import type { Lack, Sheet, SheetContent } from '#contract/handover.ts'
import { serverNow } from '../../lib/clock.ts'
import { dateTime, differenceShown, duration, number, signed, time } from '../../lib/format.ts'
import { useText, type Language } from '../../lib/text/index.ts'
import { useConfig } from '../../lib/app-state.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Mark } from '../../ui/mark.tsx'
import { PlainTable } from '../../ui/table/index.ts'
import { SheetEvents } from './events.tsx'
import { figureDigits, figureUnit } from './sheet-words.ts'
import { hasNoCorrections, SheetCorrections } from './since.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './paper.module.css'

type Figure = SheetContent['figures'][number]['key']

/** A sheet as displayed and printed: A4 portrait, black on white. */
export function SheetPaper({ sheet }: { sheet: Sheet }) {
  const { t, language, texts: all } = useText()
  const { demo } = useConfig()
  const c = sheet.content
  const { zone } = c.plant
  const when = (at: number) => dateTime(at, zone, language)
  const mark = sheet.state === 'draft' ? 'draftMark' : sheet.state === 'offered' ? 'offeredMark' : null
  return (
    <article className={css.paper} aria-label={t('handover.sheet')}>
      <header className={layoutCss.line}>
        <Mark size={28} />
        <div className={layoutCss.lines}>
          <strong>{c.plant.name}</strong>
          <small>{c.plant.hydro_code}</small>
        </div>
        {demo && (
          <span className={css.demo} title={t('product.demoHint')}>
            {t('product.demo')}
          </span>
        )}
        {mark && <span className={css.mark}>{t(`handover.${mark}`)}</span>}
      </header>
      <h2 className={css.title}>{t('handover.sheet')}</h2>
      <p className={css.span}>
        {[c.shift, `${when(c.from)} – ${when(c.to)}`, duration(c.to - c.from, language)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <dl className={css.people}>
        <div>
          <dt>{t('handover.outgoing')}</dt>
          <dd>{c.outgoing.name}</dd>
        </div>
        <div>
          <dt>{t('handover.incomingRole')}</dt>
          <dd>{c.incoming.name}</dd>
        </div>
        {c.crew && (
          <div>
            <dt>{t('handover.crew')}</dt>
            <dd>{c.crew}</dd>
          </div>
        )}
      </dl>
      {!sheet.intact && (
        <p className={css.damaged} role="alert">
          <Icon name="warning" size={20} /> {t('handover.damaged')}
        </p>
      )}

      <Section title={t('handover.section.words')}>
        <p className={css.words} data-none={c.words === null || undefined}>
          {c.words ?? t('handover.noWords')}
        </p>
      </Section>

      <div className={css.numbers}>
        <Section title={t('handover.section.state')}>
          <PlainTable
            className={css.table}
            rows={c.figures}
            rowKey={(f) => f.key}
            columns={[
              {
                id: 'quantity',
                head: t('handover.quantity'),
                rowHeader: true,
                cell: (f) => (
                  <>
                    {all.handover.figure[f.key]} <Unit>{figureUnit(f.unit, language)}</Unit>
                  </>
                ),
              },
              { id: 'start', head: t('handover.start'), cell: (f) => <Value of={f.key} {...f.start} /> },
              { id: 'end', head: t('handover.end'), cell: (f) => <Value of={f.key} {...f.end} strong /> },
              {
                id: 'change',
                head: t('handover.change'),
                cell: (f) => {
                  const digits = figureDigits(f.key)
                  return signed(differenceShown(f.end.v, f.start.v, digits), digits)
                },
              },
            ]}
          />
        </Section>

        <Section title={t('handover.section.totals')}>
          <Totals content={c} />
        </Section>
      </div>

      <Section title={t('handover.section.gates')}>
        {c.positions.length === 0 ? (
          <p className={textCss.none}>{t('handover.noPositions')}</p>
        ) : (
          <ul className={css.positions}>
            {c.positions.map((p) => (
              <li key={`${p.kind} ${p.id}`} data-moved={p.start.v !== p.end.v || undefined}>
                <span className={textCss.breaks}>{p.name}</span>
                <span className={textCss.nowrap}>
                  {p.start.v === p.end.v ? (
                    <b>{number(p.end.v, 2)}</b>
                  ) : (
                    <>
                      {number(p.start.v, 2)} → <b>{number(p.end.v, 2)}</b>
                    </>
                  )}{' '}
                  {p.unit}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>

      <Section title={t('handover.section.open')}>
        <Open content={c} language={language} />
      </Section>

      <Section title={`${t('handover.section.events')} · ${c.events_total}`}>
        {c.events.length === 0 ? (
          <p className={textCss.none}>{t('handover.noEvents')}</p>
        ) : (
          <SheetEvents events={c.events} zone={zone} language={language} />
        )}
        {c.events_total > c.events.length && (
          <p className={textCss.none}>{t('handover.moreEvents', { n: c.events_total - c.events.length })}</p>
        )}
      </Section>

      <Section title={t('handover.section.signatures')} whole>
        <div className={css.signatures}>
          <Signature
            role={t('handover.outgoing')}
            name={c.outgoing.name}
            at={sheet.signed_outgoing?.at ?? null}
            zone={zone}
          />
          <Signature
            role={t('handover.incomingRole')}
            name={c.incoming.name}
            at={sheet.signed_incoming?.at ?? null}
            zone={zone}
          >
            {sheet.remark && (
              <p className={css.remark}>
                {t('handover.remark')}: {sheet.remark}
              </p>
            )}
          </Signature>
        </div>
        {sheet.digest && (
          <p className={css.digest}>
            {t('handover.digest')}: <code>{sheet.digest}</code>
            {sheet.seal && (
              <>
                <br />
                {t('handover.seal')}: <code>{sheet.seal}</code>
              </>
            )}
          </p>
        )}
      </Section>
      {sheet.since && sheet.state !== 'draft' && (
        <Section title={t('handover.section.since')} quiet={hasNoCorrections(sheet.since)}>
          <SheetCorrections since={sheet.since} zone={zone} />
        </Section>
      )}
      <footer className={css.foot}>{t('handover.printed', { time: when(serverNow()) })}</footer>
    </article>
  )
}

/** whole: not split across pages; quiet: printed without its heading. */
function Section(props: { title: string; whole?: boolean; quiet?: boolean; children: ReactNode }) {
  const { title, whole, quiet, children } = props
  return (
    <section
      className={css.section}
      data-whole={whole || undefined}
      data-quiet={quiet || undefined}
      aria-label={title}
    >
      <h3>{title}</h3>
      {children}
    </section>
  )
}

const Unit = ({ children }: { children: string }) => <small>{children}</small>

/** Totals of the shift; if all are missing for one reason, just that reason. */
function Totals({ content: c }: { content: SheetContent }) {
  const { t, language, texts: all } = useText()
  const levels = (['level_min', 'level_max'] as const).map((key) => ({
    key,
    ...c[key],
    unit: 'm',
    when: c[key].t === null ? null : t('handover.atTime', { time: time(c[key].t, c.plant.zone) }),
  }))
  const sums = c.totals
    .filter((x) => x.key !== 'radar' || x.v !== null)
    .map((x) => ({ ...x, unit: figureUnit(x.unit, language), when: null }))
  const lacks = new Set([...levels, ...sums].map((x) => x.lack))
  const [only] = lacks
  if (lacks.size === 1 && only !== undefined)
    return <p className={textCss.none}>{all.handover.lackAll[only]}</p>
  return (
    <dl className={css.totals}>
      {[...levels, ...sums].map(({ key, v, q, unit, when, lack }) => (
        <div key={key}>
          <dt>{all.handover.figure[key]}</dt>
          <dd>
            <b>{number(v, figureDigits(key))}</b> {v !== null && unit}
            {when && <small>{when}</small>}
            {lack ? <Lacking lack={lack} /> : <Doubt q={q} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Lacking = ({ lack }: { lack: Lack }) => {
  const { texts: all } = useText()
  return <small>{all.handover.lack[lack]}</small>
}

/** Doubtful quality of a number in words, since colours may not print. */
function Doubt({ q }: { q: number }) {
  const { texts: all } = useText()
  return grade(q) < PARTIAL ? null : <small className={css.doubt}>{all.quality.grades[grade(q)]}</small>
}

function Value({ of, v, q, strong }: { of: Figure; v: number | null; q: number; strong?: boolean }) {
  const text = number(v, figureDigits(of))
  return (
    <>
      {strong ? <b>{text}</b> : text}
      <Doubt q={q} />
    </>
  )
}

function Open({ content, language }: { content: SheetContent; language: Language }) {
  const { t } = useText()
  const { open, plant } = content
  const when = (at: number) => dateTime(at, plant.zone, language)
  const lines = [
    ...open.orders.map((o) => `${o.label[language]}${o.text ? `: ${o.text}` : ''}`),
    ...(open.manual
      ? [
          open.manual_since === null
            ? t('handover.open.manualNow')
            : t('handover.open.manual', { time: when(open.manual_since) }),
        ]
      : []),
    ...(open.overdue ? [t('handover.open.overdue')] : []),
    ...open.silent.map((s) => t('handover.open.silent', { name: s.name, time: when(s.since) })),
    ...open.pending.map((p) => t('handover.open.pending', { span: `${when(p.from)} – ${when(p.to)}` })),
  ]
  if (lines.length === 0) return <p className={textCss.none}>{t('handover.nothingOpen')}</p>
  return (
    <ul className={css.open}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Signature(props: {
  role: string
  name: string
  at: number | null
  zone: string
  children?: ReactNode
}) {
  const { role, name, at, zone, children } = props
  const { t, language } = useText()
  return (
    <div className={css.signature} data-signed={at !== null || undefined}>
      <div className={textCss.small}>{role}</div>
      <strong>{name}</strong>
      <div className={css.signedAt}>
        {at === null ? (
          t('handover.notSigned')
        ) : (
          <>
            <Icon name="check" size={14} /> {t('handover.signedAt', { time: dateTime(at, zone, language) })}
          </>
        )}
      </div>
      {children}
    </div>
  )
}
