import { Button } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { explain, type Explanation } from '#contract/explain.ts'
import { bandOf } from '../../lib/band.ts'
import { dateTime } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import { Explained } from './explained.tsx'
import { Inputs } from './inputs.tsx'
import { Lines } from './lines.tsx'
import type { ExplainTarget, ExplanationPart } from './part.ts'
import { RevenueView } from './revenue.tsx'
import {
  allDigits,
  moment,
  nounName,
  reasonWords,
  recordWords,
  shownValue,
  titleOf,
  unitWords,
  withUnit,
} from './words.ts'
import layoutCss from '../../ui/layout.module.css'
import css from './explain.module.css'

/** A part that was left, with its title then. */
interface Visit {
  part: ExplanationPart
  title: string
}

interface Props {
  target: ExplanationPart
  note?: string
  onClose: () => void
}

/** Explains a value; its parts open in turn, with a way back. */
export default function ExplainPanel({ target, note, onClose }: Props) {
  const { t } = useText()
  const zone = useZone() ?? 'UTC'
  const [past, setPast] = useState<Visit[]>([])
  const [now, setNow] = useState(target)
  const top = useRef<HTMLDivElement>(null)
  const go = (next: ExplanationPart, title: string) => {
    setPast([...past, { part: now, title }])
    setNow(next)
    top.current?.focus()
  }
  const back = () => {
    setNow(past.at(-1)!.part)
    setPast(past.slice(0, -1))
    top.current?.focus()
  }
  return (
    <Dialog
      opened
      title={t('figure.why')}
      width={640}
      panel
      onClose={onClose}
      actions={(leave) => (
        <Button variant="default" onClick={leave} data-autofocus>
          {t('act.close')}
        </Button>
      )}
    >
      <div ref={top} tabIndex={-1} className={`${layoutCss.columnWide} ${css.panel}`} aria-live="polite">
        {past.length > 0 && (
          <button type="button" className={css.back} onClick={back}>
            <Icon name="left" size={16} />
            {t('explain.back', { name: past.at(-1)!.title })}
          </button>
        )}
        {'money' in now ? (
          <RevenueView target={now} zone={zone} open={go} />
        ) : (
          <ValueView target={now} zone={zone} note={past.length === 0 ? note : undefined} open={go} />
        )}
      </div>
    </Dialog>
  )
}

function ValueView({
  target,
  zone,
  note,
  open,
}: {
  target: ExplainTarget
  zone: string
  note?: string
  open: (next: ExplanationPart, title: string) => void
}) {
  const { series, at } = target
  // Recomputed each time it is opened.
  const query = useRead(
    explain,
    { query: { series, at: at === null ? undefined : String(at) } },
    { staleTime: 0 },
  )
  return (
    <Explained query={query}>
      {(e) => <ExplanationView e={e} zone={zone} note={note} open={(next) => open(next, titleOf(e))} />}
    </Explained>
  )
}

function ExplanationView({
  e,
  zone,
  note,
  open,
}: {
  e: Explanation
  zone: string
  note?: string
  open: (next: ExplainTarget) => void
}) {
  const { t, texts, language } = useText()
  const shown = shownValue(e.value, e.unit, language)
  const band = bandOf(e.value, e.lines.find((line) => line.id === 'band')?.value ?? null)
  return (
    <>
      <section aria-label={titleOf(e)} className={css.top}>
        <h3>{titleOf(e)}</h3>
        <div className={css.value}>
          <strong>{e.value === null ? t('explain.none') : shown.value}</strong>
          {e.value !== null && <span className={css.unit}>{shown.unit}</span>}
          <QualityMark q={e.quality} good />
        </div>
        <div className={css.muted}>
          {t('explain.at', { time: dateTime(e.t, zone, language) })}
          {e.method !== null && ` · ${t('explain.method', { method: texts.explain.methods[e.method - 1] })}`}
        </div>
        {band && <div className={css.muted}>{t('calculation.bandHint', band)}</div>}
        {e.reason && (
          <div className={css.note}>
            <Icon name="warning" size={14} />
            {reasonWords(e.reason, texts)}
          </div>
        )}
        {note && <div className={css.muted}>{note}</div>}
        {e.recomputed && <Recomputed e={e} />}
        {e.from_sensors && (
          <div className={css.note} role="note">
            <Icon name="edited" size={14} />
            <span>{t('explain.sensorsSay', { value: withUnit(e.from_sensors.value, e.unit) })}</span>
          </div>
        )}
      </section>
      <Section title={t('explain.inputs')} shown={e.inputs.length > 0 || e.lines.length > 0}>
        {e.inputs.length > 0 ? (
          <Inputs inputs={e.inputs} at={e.t} zone={zone} open={open} self={e.kind === 'reading'} />
        ) : (
          <p className={css.muted}>{t('explain.noInputs')}</p>
        )}
      </Section>
      <Section title={t('explain.working')} shown={e.lines.length > 0}>
        <Lines lines={e.lines} at={e.t} zone={zone} open={open} />
      </Section>
      <Section title={t('explain.parameters')} shown={e.parameters !== null}>
        <p className={css.muted}>{e.parameters && recordWords(e.parameters, zone, language)}</p>
        <Facts
          rows={(e.parameters?.values ?? []).map(({ name, value, unit }) => [
            (texts.explain.values as Record<string, string>)[name] ?? name,
            typeof value === 'boolean'
              ? t(value ? 'explain.yes' : 'explain.no')
              : typeof value === 'number'
                ? withUnit(value, unit)
                : (value ?? '-'),
          ])}
        />
      </Section>
      <Section title={t('explain.versions')} shown={e.versions.length > 0}>
        <Facts
          rows={e.versions.map((v) => [
            `${nounName(v.noun, texts)}: ${v.name}`,
            [
              v.from === null
                ? t('explain.always')
                : t('explain.since', { time: moment(v.from, zone, language) }),
              recordWords(v, zone, language),
            ]
              .filter(Boolean)
              .join(' · '),
          ])}
        />
      </Section>
      <Section title={t('explain.record')} shown>
        <Record e={e} zone={zone} />
      </Section>
    </>
  )
}

/** Whether recomputing yields the stored digits. */
function Recomputed({ e }: { e: Explanation }) {
  const { t } = useText()
  const { same, value, why } = e.recomputed!
  if (same)
    return (
      <div className={css.again}>
        <Icon name="check" size={14} />
        {t('explain.same')}
      </div>
    )
  return (
    <div className={css.note} role="note">
      <Icon name="warning" size={14} />
      <span>
        {t('explain.other', { value: withUnit(value, e.unit) })}
        {why && `: ${t(`explain.whys.${why}`)}`}
      </span>
    </div>
  )
}

function Record({ e, zone }: { e: Explanation; zone: string }) {
  const { t, texts, language } = useText()
  const run = e.stored?.run
  const kinds = texts.explain.kinds as Record<string, string>
  const rows: [string, string][] = [
    [t('explain.full'), `${allDigits(e.value)} ${unitWords(e.unit)}`.trim()],
    [t('explain.series'), e.series],
    [t('explain.code'), run?.code_version ?? e.code_version],
  ]
  if (e.stored && e.stored.written_at !== null)
    rows.push([t('explain.written'), moment(e.stored.written_at, zone, language)])
  if (run)
    rows.push([
      t('explain.run'),
      t('explain.runOf', {
        kind: kinds[run.kind] ?? kinds.other,
        by: run.by_name ?? t('explain.system'),
        time: moment(run.finished_at ?? run.started_at, zone, language),
      }),
    ])
  return <Facts rows={rows} />
}

function Facts({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className={css.list}>
      {rows.map(([name, value], i) => (
        <div key={i}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Section({ title, shown, children }: { title: string; shown: boolean; children: ReactNode }) {
  if (!shown) return null
  return (
    <section aria-label={title} className={css.section}>
      <h4>{title}</h4>
      {children}
    </section>
  )
}
