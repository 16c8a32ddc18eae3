import { isLogCode } from '#core/calculation/codes.ts'
import type { ExplainedInput } from '#contract/explain.ts'
import { dateTime, duration, NOTHING } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import type { Open } from './part.ts'
import { actWords, checkWords, digits, near, recordWords, withUnit } from './words.ts'
import css from './explain.module.css'

/** Readings behind a value: raw, edits and flags, effective. */
export function Inputs({
  inputs,
  at,
  zone,
  open,
  self,
}: {
  inputs: readonly ExplainedInput[]
  at: number
  zone: string
  open: Open
  /** The reading itself is what is explained, so it has no link. */
  self: boolean
}) {
  return (
    <ul className={css.inputs}>
      {inputs.map((input, i) => (
        <li key={i}>
          <Input input={input} at={at} zone={zone} open={self ? null : open} />
        </li>
      ))}
    </ul>
  )
}

function Input({
  input: r,
  at,
  zone,
  open,
}: {
  input: ExplainedInput
  at: number
  zone: string
  open: Open | null
}) {
  const { t, texts, language } = useText()
  const name = [r.name, texts.explain.roles[r.role]].filter(Boolean).join(', ')
  const age = r.age_s === null ? 0 : r.age_s * 1000
  return (
    <>
      <div className={css.inputHead}>
        {open && !r.given ? (
          <button type="button" className={css.link} onClick={() => open({ series: r.series, at: r.t })}>
            {name}
          </button>
        ) : (
          <span>{name}</span>
        )}
        <strong className={css.used}>{withUnit(r.used, r.unit)}</strong>
      </div>
      <div className={css.facts}>
        <span>
          {r.t === null ? t('explain.never') : near(r.t, at, zone, language)}
          {age > 0 && ` (${t('explain.age', { age: duration(age, language) })})`}
        </span>
        <QualityMark q={r.quality} />
        {isLogCode(r.series) && (
          <span>
            <Icon name="log" size={14} /> {t('explain.fromLog')}
          </span>
        )}
        {r.held && r.t !== null && (
          <span className={css.warn}>{t('explain.held', { time: near(r.t, at, zone, language) })}</span>
        )}
        {r.given && (
          <span>
            <Icon name="edited" size={14} /> {t('explain.given')}
          </span>
        )}
        {r.t !== null && !r.given && (
          <span>
            {t('explain.raw')} {withUnit(r.raw, r.raw_unit)}
          </span>
        )}
        {r.calibration && !(r.calibration.gain === 1 && r.calibration.offset === 0) && (
          <span title={recordWords(r.calibration, zone, language)}>
            {t('explain.calibration', {
              gain: digits(r.calibration.gain),
              offset: `${r.calibration.offset < 0 ? '−' : '+'} ${digits(Math.abs(r.calibration.offset))}`,
            })}
            {' · '}
            {r.calibration.from === null
              ? t('explain.always')
              : t('explain.since', { time: dateTime(r.calibration.from, zone, language) })}
          </span>
        )}
        {r.checks.length > 0 && <span className={css.warn}>{checkWords(r.checks, texts)}</span>}
      </div>
      {r.acts.map((a) => (
        <div key={a.id} className={css.act}>
          {actWords(a, texts)}
          {a.at !== null &&
            `, ${recordWords({ recorded_at: a.at, recorded_by_name: a.by, reason: a.reason }, zone, language)}`}
        </div>
      ))}
      {r.passed_over.length > 0 && (
        <details className={css.passed}>
          <summary>{t('explain.passedOver', { n: r.passed_over.length })}</summary>
          <ul>
            {r.passed_over.map((p) => (
              <li key={p.t}>
                {near(p.t, at, zone, language)}: {p.raw === null ? NOTHING : withUnit(p.raw, r.raw_unit)}{' '}
                <QualityMark q={p.quality} /> {checkWords(p.checks, texts)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
