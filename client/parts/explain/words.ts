import type { Explanation, Term, ExplainedInput } from '#contract/explain.ts'
import { dateTime, NOTHING, onScreen, timeNear, unit as unitOf, type Language } from '../../lib/format.ts'
import { t, type Text } from '../../lib/text/index.ts'

const UNITS: Record<string, string> = {
  'm3/s': 'm³/s',
  m3: 'm³',
  m2: 'm²',
  m6: 'm⁶',
  s2: 's²',
  'm3 s': 'm³·s',
  'm/s2': 'm/s²',
  '10^6 m3': '10⁶ m³',
  '-': '',
}
export const unitWords = (u: string) => UNITS[u] ?? u

/** Formats a number of the working with its significant digits, never more than it has. */
const formats = {
  large: new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }),
  small: new Intl.NumberFormat('en-US', { maximumSignificantDigits: 7 }),
  full: new Intl.NumberFormat('en-US', { maximumSignificantDigits: 17, useGrouping: false }),
}
export function digits(v: number | null): string {
  if (v === null) return NOTHING
  return Math.abs(v) >= 1e6 ? formats.large.format(v) : formats.small.format(v)
}
/** Formats to the last stored digit. */
export const allDigits = (v: number | null) => (v === null ? NOTHING : formats.full.format(v))

export const withUnit = (v: number | null, unit: string) =>
  `${digits(v)}${v === null || unit === '' || unit === '-' ? '' : ` ${unitWords(unit)}`}`

const SHOWN: Record<string, { unit: 'storage' | 'power'; decimals: number }> = {
  m3: { unit: 'storage', decimals: 3 },
  kW: { unit: 'power', decimals: 3 },
}
/** Formats a value as pages show its quantity: storage in million m3, power in MW. */
export function shownValue(
  v: number | null,
  unit: string,
  language: Language,
): { value: string; unit: string } {
  const own = SHOWN[unit]
  const decimals = own?.decimals ?? (unit === 'm' ? 3 : unit === 'mm' ? 2 : 3)
  const scaled = onScreen(v, unit)
  const value =
    scaled === null
      ? NOTHING
      : new Intl.NumberFormat('en-US', {
          minimumFractionDigits: decimals,
          maximumFractionDigits: decimals,
        }).format(scaled)
  return { value, unit: own ? unitOf(own.unit, language) : unitWords(unit) }
}

/** Name of a series: from the server, or for the flow through an outlet from the page. */
export function seriesName(series: string, name: string | null): string {
  if (/^(outlet|leaf|unit|station)\..+\.q$/.test(series)) return t('explain.flowOf', { name: name || series })
  return name || series
}

export const titleOf = (e: Explanation): string =>
  e.kind === 'reading' ? t('explain.readingOf', { name: e.name }) : seriesName(e.series, e.name)

export const lineName = (id: string, texts: Text): string =>
  (texts.explain.lines as Record<string, string>)[id] ?? id

export const nounName = (noun: string, texts: Text): string =>
  (texts.explain.nouns as Record<string, string>)[noun] ?? noun

export function reasonWords(reason: NonNullable<Explanation['reason']>, texts: Text): string {
  const codes = Object.keys(texts.explain.reasons)
  const code = codes.includes(reason.code) ? reason.code : 'other'
  return t(`explain.reasons.${code as 'other'}`, { field: reason.field ?? reason.code })
}

export function checkWords(checks: readonly string[], texts: Text): string {
  return checks.map((c) => (texts.explain.checks as Record<string, string>)[c] ?? c).join(', ')
}

export function actWords(a: ExplainedInput['acts'][number], texts: Text): string {
  if (a.source === 'check') return t('explain.acts.check', { kind: checkWords([a.kind], texts) })
  return (texts.explain.acts as Record<string, string>)[a.kind] ?? a.kind
}

export const near = timeNear
export const moment = (ms: number | null, zone: string, language: Language) =>
  ms === null ? NOTHING : dateTime(ms, zone, language)

/** Who recorded it and when. */
export function recordWords(
  v: { recorded_at: number | null; recorded_by_name: string | null; reason: string | null },
  zone: string,
  language: Language,
): string {
  if (v.recorded_at === null) return ''
  const time = dateTime(v.recorded_at, zone, language)
  const recorded =
    v.recorded_by_name === null
      ? t('explain.recorded', { time })
      : t('explain.by', { name: v.recorded_by_name, time })
  return v.reason ? `${recorded}: ${v.reason}` : recorded
}

/** Whether a term has its own explanation. */
export const canOpen = (x: Term): x is Term & { series: string } => x.series !== null

const GREEK: Record<string, string> = { eps: 'ε', sigma: 'σ', eta: 'η', mu: 'μ', xi: 'ξ', d: 'Δ' }
/** Splits a symbol into its letter and its subscript. */
export function symbolParts(symbol: string): { letter: string; below: string } {
  const [head, ...rest] = symbol.split('_')
  const delta = /^d([VtZ])$/.exec(head)
  return { letter: delta ? `Δ${delta[1]}` : (GREEK[head] ?? head), below: rest.join(',') }
}
