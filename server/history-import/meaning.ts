import type { PublishedCode } from '#core/published/index.ts'
import { compatible, isUnit, type Unit } from '#core/quantities.ts'
import type { SeriesKind } from '#core/series/index.ts'
import type { SeriesRow } from '#server/features/readings/index.ts'
import { statedUnit } from '../lib/read/index.ts'

/** The meaning of a header by its words: Vietnamese and English, lower case, without diacritics, signs as blanks. */
interface Meaning {
  /** null: any words; only the unit decides. */
  words: RegExp | null
  /** Words that exclude this meaning. */
  not?: RegExp
  /** Prefix of the code of a new series; null: none, as for a constant level. */
  series: string | null
  unit: Unit
  kind: SeriesKind
  quantity?: string
  /** Prefixes of existing series that it may be. Absent: only one of the same name. */
  known?: readonly string[]
  /** Code of a record that the owner publishes: computed here, and never an input. */
  published?: PublishedCode
  /** Applies only where the file states a unit. */
  stated?: boolean
}

const DISCHARGE = { unit: 'm3/s', kind: 'mean', quantity: 'discharge' } as const
const LEVEL = { unit: 'm', kind: 'instant', quantity: 'level' } as const

/** Parts of the outflow, which are never its total. */
const PART =
  /spill|tran\b|turbine|tua ?bin|\bmay\b|to may|power ?house|nha may|phat dien|\bgates?\b|\bcua\b|\bcong\b|\bday\b|deep|bottom|surface|\bmat\b|envir|ecolog|moi truong|sinh thai|toi thieu|\bmin\b|dctt|tham\b|seep/
const FLOW = /outflow|release|discharge|luu luong|\bflow|\bq|\bxa\b/

/** The first meaning applies whose words match and whose unit the file does not contradict. */
const MEANINGS: readonly Meaning[] = [
  {
    words: /rain|\bmua\b|precip|\bx\d?\b/,
    series: 'rain',
    unit: 'mm',
    kind: 'total',
    quantity: 'rain',
    known: ['rain'],
  },
  {
    words: /inflow|\bq ?in|\bq ?(den|ve)\b|luu luong (den|ve)|(den|vao|ve) ho\b/,
    series: 'inflow',
    unit: 'm3/s',
    kind: 'mean',
    quantity: 'inflow',
    known: ['published.inflow', 'inflow'],
    published: 'published.inflow',
  },
  {
    words:
      /(total|tong).*(release|discharge|outflow|\bxa\b|out\b)|outflow|\bq ?out|\bq ?ra\b|\bxa$|^release$|^discharge$|^(luu luong )?(q )?xa\b/,
    not: PART,
    series: 'discharge',
    ...DISCHARGE,
    known: ['discharge', 'release', 'outflow'],
  },
  // A part of the outflow, or an unknown flow: never the total of the plant.
  { words: FLOW, series: 'discharge', ...DISCHARGE },
  {
    words: /storage|volume|dung tich|capacity|^v$|^w$|\bw ?ho\b/,
    series: 'storage',
    unit: '10^6 m3',
    kind: 'instant',
    quantity: 'volume',
    known: ['published.storage', 'storage'],
    published: 'published.storage',
  },
  {
    words: /opening|do mo\b|aperture/,
    series: 'opening',
    unit: 'm',
    kind: 'step',
    quantity: 'opening',
    known: ['opening'],
  },
  // A number of gates has no unit; the opening of one has.
  { words: /\bgate|\bcua\b/, series: 'opening', unit: 'm', kind: 'step', quantity: 'opening', stated: true },
  {
    words: /batt|ac ?quy|dien ap|volt/,
    not: /power|cong suat/,
    series: 'voltage',
    unit: 'V',
    kind: 'instant',
    quantity: 'voltage',
  },
  {
    words: /batt|ac ?quy/,
    series: 'voltage',
    unit: 'V',
    kind: 'instant',
    quantity: 'voltage',
    stated: true,
  },
  { words: /batt|ac ?quy/, series: null, unit: 'V', kind: 'instant' },
  {
    words: /power|cong suat|^p\d*$|\bmw\b|\bkw\b|phu tai/,
    series: 'power',
    unit: 'MW',
    kind: 'mean',
    quantity: 'power',
    known: ['power'],
  },
  {
    words: /temp|nhiet do/,
    series: 'temperature',
    unit: 'degC',
    kind: 'instant',
    quantity: 'temperature',
    known: ['temperature'],
  },
  // Levels of the description, and those of places other than the lake.
  {
    words:
      /normal|\bdead\b|design|full supply|\bfsl\b|mndbt|\bmnc\b|mnltk|mnlkt|muc nuoc chet|binh thuong|thiet ke|kiem tra|\bmax|\bmin|lon nhat|nho nhat|cao nhat|thap nhat/,
    not: FLOW,
    series: null,
    ...LEVEL,
  },
  {
    words: /tail|downstream|ha luu|mnhl|\b[zh]? ?hl\b|wlsg|sau dap/,
    series: 'level.downstream',
    ...LEVEL,
    known: ['level.downstream'],
  },
  {
    words: /(level|stage|muc nuoc|\bwl).*(\btram\b|station|\bsong\b|suoi|river|gieng|\bwell\b)/,
    series: 'level',
    ...LEVEL,
  },
  {
    words:
      /level|lvl|stage|muc nuoc|mnh\b|mntl|\bmn\b|\bwl|wl\b|^[hz]$|\b[zh] ?(tl|ho)\b|elev|cao trinh|thuong luu|head ?water|forebay/,
    series: 'level.reservoir',
    ...LEVEL,
    known: ['level.reservoir'],
  },
  // No word decides, but the unit does.
  { words: null, series: 'discharge', ...DISCHARGE },
  { words: null, series: 'pressure', unit: 'kPa', kind: 'instant' },
  { words: null, series: 'temperature', unit: 'degC', kind: 'instant', quantity: 'temperature' },
  { words: null, series: 'voltage', unit: 'V', kind: 'instant', quantity: 'voltage' },
  { words: null, series: 'power', unit: 'MW', kind: 'mean', quantity: 'power' },
  { words: null, series: 'energy', unit: 'MWh', kind: 'total', quantity: 'energy' },
  { words: null, series: 'storage', unit: '10^6 m3', kind: 'instant', quantity: 'volume' },
]

/** Lower case without diacritics, signs as blanks, words split at capitals. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[đĐ]/g, 'd')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** A header without its brackets, which hold units and remarks. */
const wordsOf = (name: string) => plainLetters(name.replace(/[([][^()[\]]*[)\]]/g, ' ')) || plainLetters(name)

/** Whether a header names a level of the lake. */
export const saysLevel = (name: string) =>
  MEANINGS.find((m) => fits(m, wordsOf(name)))?.series === 'level.reservoir'

/** What a column probably is. */
export interface Guess {
  series: string
  /** Whether the series exists; otherwise kind, step and name are for creating it. */
  known: boolean
  unit: Unit
  kind: SeriesKind
  step: number | null
  name: string
  quantity: string | undefined
}

/**
 * What a column probably is, from its header and unit and the existing series. null where nothing is known, or where it
 * states a unit that cannot be converted: a stated unit is never replaced by a guess. used: codes of other columns; the
 * found one is added.
 */
export function meaningOf(
  name: string,
  unitText: string,
  step: number | null,
  known: readonly SeriesRow[],
  used: Set<string>,
): Guess | null {
  const stated = statedUnit(name, unitText)
  if (stated !== null && stated.unit === null) return null
  const unit = stated?.unit ?? null
  const free = known.filter(
    (s) =>
      s.source === 'ingest' &&
      isUnit(s.unit) &&
      !used.has(s.code) &&
      (unit === null || compatible(unit, s.unit)),
  )
  const take = (s: SeriesRow, quantity?: string): Guess => {
    used.add(s.code)
    return {
      series: s.code,
      known: true,
      unit: unit ?? (s.unit as Unit),
      kind: s.kind,
      step: s.step_s,
      name: s.name,
      quantity,
    }
  }
  const words = wordsOf(name)
  const all = plainLetters(name)
  const same = free.find((s) => {
    const own = [s.code, plainLetters(s.code), plainLetters(s.name)]
    return own.includes(name) || own.includes(words) || own.includes(all)
  })
  if (same) return take(same)
  const meaning = MEANINGS.find(
    (m) => fits(m, words) && (unit === null ? m.words !== null && !m.stated : compatible(unit, m.unit)),
  )
  if (!meaning || meaning.series === null) return null
  // The only free existing series with this prefix; else a new one named after the column.
  const like = free.filter((s) => meaning.known?.some((begin) => s.code.startsWith(begin)))
  if (like.length === 1) return take(like[0], meaning.quantity)
  const { published } = meaning
  const series = published && !used.has(published) ? published : codeFor(meaning.series, words, used)
  used.add(series)
  return {
    series,
    known: false,
    unit: unit ?? meaning.unit,
    kind: meaning.kind,
    step,
    name,
    quantity: meaning.quantity,
  }
}

const fits = (m: Meaning, words: string) =>
  m.words === null || (m.words.test(words) && !(m.not?.test(words) ?? false))

function codeFor(base: string, words: string, used: ReadonlySet<string>): string {
  const own = words.replace(/ /g, '_')
  const code = own === '' ? base : `${base}.${own}`
  for (let i = 2; ; i++) {
    const candidate = i === 2 ? code : `${code}.${i - 1}`
    if (!used.has(candidate)) return candidate
  }
}
