import { LOCALES, writeDate, type Language } from './locale.ts'

export type { Language } from './locale.ts'
export type Params = Record<string, string | number>

/** Parameters that are local times of the plant, to be written as the language writes them. */
const TIMES = new Set(['at', 'first', 'time', 'since'])
const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}:\d{2})(?::00)?(:\d{2})?$/
const BLANK = /\{(\w+)(?:\|([^{}]*))?\}/g

/**
 * A message with its parameters {name} filled in. A word that depends on a count lists its forms: {n|row|rows}, see
 * pluralForm.
 */
export function fill(message: string, language: Language, params: Params = {}): string {
  return message.replace(BLANK, (_, name: string, forms?: string) => {
    const value = params[name] ?? ''
    if (forms !== undefined) return pluralForm(language, value, forms)
    return TIMES.has(name) ? timeText(String(value), language) : String(value)
  })
}

const timeText = (local: string, language: Language) =>
  local.replace(
    LOCAL_TIME,
    (_, y: string, m: string, d: string, minute: string, second = '') =>
      `${writeDate(LOCALES[language].date, y, m, d)} ${minute}${second}`,
  )

const ORDER = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
const categories = new Map<Language, { of: Intl.PluralRules; own: readonly string[] }>()

/**
 * The form of a word for a count, of 'row|rows': one form for each plural category of the language, in the order zero,
 * one, two, few, many, other. A count may be a formatted number: with a separator in it, it is not 1.
 */
export function pluralForm(language: Language, count: string | number, forms: string): string {
  const { of, own } = pluralRules(language)
  return forms.split('|')[own.indexOf(of.select(Number(count)))] ?? ''
}

function pluralRules(language: Language) {
  let rules = categories.get(language)
  if (!rules) {
    const of = new Intl.PluralRules(language)
    const has = new Set<string>(of.resolvedOptions().pluralCategories)
    rules = { of, own: ORDER.filter((category) => has.has(category)) }
    categories.set(language, rules)
  }
  return rules
}
