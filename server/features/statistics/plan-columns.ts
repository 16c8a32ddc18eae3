import { ambiguousNumber, statedUnit, type SourceRow } from '#server/lib/read/index.ts'
import { unprocessable } from '#server/lib/errors.ts'
import type { PlanGrain } from '#core/output/index.ts'

/**
 * The columns of a plan and the units that their heads state. A unit, multiplier or currency that is not understood is
 * refused: none is ever taken to be kWh or VND, since that is wrong by a thousand or a million without a trace.
 */

/** Lower case without diacritics, with single blanks. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const has = (name: string, words: string) => new RegExp(`(^| )(${words})( |$)`).test(plain(name))

const DATE = 'ngay|date|day'
const NUMBERED = 'chu ky|period|cycle'
const PERIOD = `${DATE}|thoi gian|time|${NUMBERED}|thang|month|nam|year|tu|from`
const CLOCK = `gio|hour|time|clock|${NUMBERED}`
const ENERGY = 'san luong|dien nang|dien luong|energy|output|generation|cong suat|power|huy dong'
/** With diacritics, which tell đồng from động and tiền from tiến. */
const MONEY = /(^|[^\p{L}])(doanh thu|revenue|tiền|tien|money)([^\p{L}]|$)/u

type Kind = 'energy' | 'power' | 'money' | 'price'

/** What one word names; factor: of kWh, kW or VND; null: known, but no unit of a plan. */
interface Unit {
  kind: Kind
  factor: number | null
}

const UNITS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ['kwh', { kind: 'energy', factor: 1 }],
  ['mwh', { kind: 'energy', factor: 1000 }],
  ['gwh', { kind: 'energy', factor: 1e6 }],
  ...['wh', 'twh', 'j', 'kj', 'mj', 'gj', 'tj', 'cal', 'kcal', 'toe', 'btu'].map((word): [string, Unit] => [
    word,
    { kind: 'energy', factor: null },
  ]),
  ['kw', { kind: 'power', factor: 1 }],
  ['mw', { kind: 'power', factor: 1000 }],
  ...['gw', 'hp', 'kva', 'mva', 'kvar', 'mvar'].map((word): [string, Unit] => [
    word,
    { kind: 'power', factor: null },
  ]),
  ...['vnd', 'vnđ', 'đồng', 'dong', 'đ', '₫'].map((word): [string, Unit] => [
    word,
    { kind: 'money', factor: 1 },
  ]),
  ...['trđ', 'trvnd', 'trvnđ'].map((word): [string, Unit] => [word, { kind: 'money', factor: 1e6 }]),
  ...['tỷđ', 'tyđ', 'tỉđ'].map((word): [string, Unit] => [word, { kind: 'money', factor: 1e9 }]),
  ...['nđ', 'ngđ', 'kđ', 'kvnd'].map((word): [string, Unit] => [word, { kind: 'money', factor: 1e3 }]),
  ...['usd', '$', 'eur', 'euro', '€', 'jpy', 'cny', 'rmb', 'thb', 'lak', 'khr', 'sgd', 'gbp', '£', '¥'].map(
    (word): [string, Unit] => [word, { kind: 'money', factor: null }],
  ),
])

/** Multipliers in words, as written; null: one that is not read. */
const MULTIPLIERS: ReadonlyMap<string, number | null> = new Map(
  (
    [
      ['nghìn ngàn nghin ngan ngh thousand k', 1e3],
      ['triệu trieu tr million millions mil mio mln mn', 1e6],
      ['tỷ tỉ ty ti billion billions bn bil', 1e9],
      ['chục chuc trăm tram vạn hundred hundreds lakh crore m mm b g', null],
    ] as const
  ).flatMap(([words, factor]) => words.split(' ').map((word) => [word, factor] as const)),
)
/** Multipliers that mean nothing else wherever they are in a head. */
const LONG = /^(nghìn|ngàn|triệu|tỷ|tỉ|thousand|millions?|billions?)$/
/** What follows them in other words: a ratio, and the name of a plant. */
const OTHER = /^(lệ|trươi)$/
/** Powers of ten as numbers, with a lost exponent too: 10^6 in a sheet is often 106. */
const POWERS: Readonly<Record<string, number>> = {
  '1000': 1e3,
  '1000000': 1e6,
  '1000000000': 1e9,
  '10^3': 1e3,
  '10^6': 1e6,
  '10^9': 1e9,
  '103': 1e3,
  '106': 1e6,
  '109': 1e9,
}
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** A part of a head: its brackets, its row of units, or the rest. */
interface Token {
  text: string
  from: number
  to: number
}

const TOKEN = /10\s*(?:\^|\*\*)\s*\d+|\d+(?:[., ]\d{3}(?!\d))*|[\p{L}\p{M}]+|[$€£¥₫%/]/gu

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map((m) => ({
    text: m[0].toLowerCase(),
    from: m.index,
    to: m.index + m[0].length,
  }))
}

/** The multiplier that a token means; null: it is one that is not understood; undefined: it is none. */
function multiplierOf(tokens: readonly Token[], at: number): number | null | undefined {
  const text = tokens[at]?.text ?? ''
  // A company is no billion.
  if (text === 'ty' && /^c[oô]ng$/.test(tokens[at - 1]?.text ?? '')) return undefined
  if (!/^\d/.test(text)) return MULTIPLIERS.get(text)
  if (/^(19|20|21)\d\d$/.test(text)) return undefined
  return POWERS[text.replace(/[\s.,]/g, '').replace('**', '^')] ?? null
}

/** Whether a token is a unit. Đồng also ends other words: hợp đồng, and huy động without its diacritics. */
function unitAt(tokens: readonly Token[], at: number): Unit | undefined {
  const { text } = tokens[at]
  const before = tokens[at - 1]?.text
  const isWord =
    /^(dong|đồng)$/.test(text) &&
    before !== undefined &&
    !ABOUT.test(before) &&
    multiplierOf(tokens, at - 1) === undefined
  return isWord ? undefined : UNITS.get(text)
}

/** The unit that a head states. */
interface Stated {
  kind: Kind
  /** As written, with its multiplier. */
  text: string
  /** null: not understood. */
  factor: number | null
  /** What a value is for each of: kWh/ngày. '': nothing. */
  per: string
}

/** Words that may be before a unit in its brackets. */
const ABOUT = /^(đơn|don|vị|vi|đvt|dvt|unit|in|x|×)$/

/** The unit in a part of a head; null: none. alone: a part that has nothing but a unit, such as brackets. */
function unitIn(part: string, alone: boolean): Stated | null {
  const tokens = tokensOf(part)
  const all = tokens.map((_, i) => unitAt(tokens, i))
  const at = all.findIndex((u) => u !== undefined)
  if (at < 0) return null
  const { kind, factor } = all[at]!
  const others = all.filter((u, i) => u !== undefined && i !== at) as Unit[]
  // Money for energy is a price.
  if (others.some((u) => (u.kind === 'money') !== (kind === 'money')))
    return { kind: 'price', text: part.trim(), factor: null, per: '' }
  const isTimes = (i: number) => /^[x×]$/.test(tokens[i]?.text ?? '')
  const before = isTimes(at - 1) ? at - 2 : at - 1
  const multiplier = multiplierOf(tokens, before)
  const begin = multiplier === undefined ? at : before
  const isRate = tokens[at + 1]?.text === '/'
  const end = isRate ? Math.min(at + 2, tokens.length - 1) : at
  // Of two multipliers, one behind the unit, or a word that is not known before it, nobody can be sure.
  const strange = tokens.some((t, i) => {
    if (i >= begin && i <= end) return false
    const near = alone || i === begin - 1 || i === end + 1 || (i === end + 2 && isTimes(end + 1))
    return (near && multiplierOf(tokens, i) !== undefined) || (alone && i < begin && !ABOUT.test(t.text))
  })
  const known = factor !== null && multiplier !== null && others.length === 0 && !strange
  return {
    kind,
    text: known ? part.slice(tokens[begin].from, tokens[end].to) : part.trim(),
    factor: known ? factor * (multiplier ?? 1) : null,
    per: isRate ? (tokens[at + 2]?.text ?? '/') : '',
  }
}

/** A head with powers and joined units in one form. */
const evened = (text: string) =>
  text
    .normalize('NFC')
    .replace(
      /10\s*([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g,
      (_, e: string) => `10^${[...e].map((c) => SUPERSCRIPTS.indexOf(c)).join('')}`,
    )
    .replace(/([kMGT]W)[\s.·*-]{0,3}h(?![\p{L}\d])/giu, '$1h')
    .replace(/(tr|tỷ|tỉ|ty|ng|k)\s?\.\s?(đ|vnđ|vnd)(?!\p{L})/giu, '$1 $2')

/** Whether a part without a unit has a multiplier, which then is of the unit of another part. */
function isMultiplier(part: string, alone: boolean): boolean {
  const tokens = tokensOf(part)
  return tokens.some((t, i) =>
    alone
      ? typeof multiplierOf(tokens, i) === 'number'
      : LONG.test(t.text) && !OTHER.test(tokens[i + 1]?.text ?? ''),
  )
}

/** The unit that a head and the row of units below it state; null: none is stated. */
function statedIn(name: string, unitText: string): Stated | null {
  const head = evened(name)
  const brackets = [...head.matchAll(/[([]([^()[\]]+)[)\]]/g)].map((m) => m[1])
  const parts = [
    ...[evened(unitText).replace(/[()[\]]/g, ' '), ...brackets].map((text) => ({ text, alone: true })),
    { text: head.replace(/[([][^()[\]]*[)\]]/g, ' '), alone: false },
  ].map((part) => ({ ...part, unit: unitIn(part.text, part.alone) }))
  const found = parts.flatMap(({ unit }) => unit ?? [])
  if (found.length === 0) return null
  const [first] = found
  const isStrange =
    found.some((u) => u.kind !== first.kind || u.factor !== first.factor || u.per !== first.per) ||
    parts.some(({ text, alone, unit }) => unit === null && isMultiplier(text, alone))
  return isStrange ? { ...first, text: `${name} ${unitText}`.trim(), factor: null } : first
}

/** What a column holds, by its unit and else by the words of its head; null: nothing of a plan. */
function kindOf(name: string, stated: Stated | null): Kind | null {
  if (stated !== null) return stated.kind
  if (has(name, ENERGY)) return 'energy'
  return MONEY.test(name.normalize('NFC').toLowerCase()) ? 'money' : null
}

/** Whether a row names the columns of a plan: a period and, in another cell, energy or money. */
export function isPlanHead(cells: readonly string[]): boolean {
  const period = cells.findIndex((c) => has(c, PERIOD) && !/^\d/.test(c))
  return (
    period >= 0 &&
    cells.some((c, i) => {
      const kind = kindOf(c, statedIn(c, ''))
      return i !== period && kind !== null && kind !== 'price'
    })
  )
}

/** A column of values. */
export interface ValueColumn {
  at: number
  head: string
  /** As stated. */
  unit: string
  /** kWh or VND of 1. */
  factor: number
  isAmbiguous: (text: string) => boolean
}

interface PlanColumns {
  /** The column of periods, or of dates and of times of day. */
  period: number[]
  /** Whether the second one has numbers of half-hours. */
  numbered: boolean
}

type Rows = readonly SourceRow[]

/** The columns of energy and of money. @throws Problem where several may be meant, or a head states no known unit */
export function valueColumns(
  names: readonly string[],
  units: readonly string[],
  rows: Rows,
): { energy: number | null; money: number | null } {
  const stated = names.map((name, i) => statedIn(name, units[i] ?? ''))
  const kinds = names.map((name, i) => kindOf(name, stated[i]))
  const isFilled = (c: number) => rows.some((row) => Number.isFinite(row.value(c)))
  const one = (is: (kind: Kind | null) => boolean): number | null => {
    const all = kinds.flatMap((kind, i) => (is(kind) ? [i] : []))
    const isOther = (c: number) =>
      stated[c] === null && (statedUnit(names[c], units[c] ?? '')?.unit ?? null) !== null
    const filled = all.filter((c) => isFilled(c) && (all.length === 1 || !isOther(c)))
    if (filled.length > 1)
      throw unprocessable('plan_two_columns', { a: names[filled[0]], b: names[filled[1]] })
    return filled[0] ?? all[0] ?? null
  }
  return {
    energy: one((kind) => kind === 'energy' || kind === 'power'),
    money: one((kind) => kind === 'money'),
  }
}

/** The columns that name the periods, beside those of values. */
export function periodColumns(
  names: readonly string[],
  values: readonly (number | null)[],
  rows: Rows,
): PlanColumns {
  const find = (words: string, but: readonly (number | null)[] = []) => {
    const at = names.findIndex((c, i) => !values.includes(i) && !but.includes(i) && has(c, words))
    return at < 0 ? null : at
  }
  const date = find(DATE)
  const period = date ?? find(PERIOD) ?? names.findIndex((_, c) => !values.includes(c))
  const clock = date === null ? null : find(CLOCK, [period])
  if (clock === null) return { period: [period], numbered: false }
  const texts = rows.flatMap((row) => (row.isEmpty(clock) ? [] : [row.text(clock)]))
  const numbered = has(names[clock], NUMBERED) && texts.length > 0 && texts.every((t) => /^\d{1,2}$/.test(t))
  return { period: [period, clock], numbered }
}

/** How the values of a column are read. @throws Problem where its unit is not understood, or none of the grain */
export function valueColumn(
  at: number,
  { names, units, decimal }: { names: readonly string[]; units: readonly string[]; decimal: '.' | ',' },
  rows: Rows,
  grain: PlanGrain,
  of: 'energy' | 'money',
): ValueColumn {
  const head = names[at] || String(at + 1)
  const stated = statedIn(names[at] ?? '', units[at] ?? '')
  const bad = of === 'money' ? 'plan_currency' : 'plan_unit'
  if (stated === null) {
    const other = units[at]?.trim() || /[([]([^()[\]]+)[)\]]/.exec(names[at] ?? '')?.[1]
    throw other
      ? unprocessable(bad, { column: head, unit: other })
      : unprocessable('plan_no_unit', { column: head, example: of === 'money' ? 'VND' : 'kWh' })
  }
  const { kind, text, factor, per } = stated
  const isOfOther = per !== '' && !PER[grain]?.includes(plain(per))
  if (factor === null || isOfOther || (kind === 'power' && grain !== 'half_hour'))
    throw unprocessable(bad, { column: head, unit: text })
  const texts = rows.flatMap((row) => (row.isEmpty(at) || row.isNumber(at) ? [] : [row.text(at)]))
  return {
    at,
    head,
    unit: text,
    // A mean over the half-hour.
    factor: kind === 'power' ? factor / 2 : factor,
    isAmbiguous: ambiguousNumber(texts, decimal),
  }
}

/** Words behind a slash that mean the period itself. */
const PER: Partial<Record<PlanGrain, string[]>> = {
  year: ['nam', 'year'],
  month: ['thang', 'month'],
  day: ['ngay', 'day'],
}
