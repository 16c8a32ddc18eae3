import type { Unit } from '#core/quantities.ts'

/**
 * Spellings of units by people and loggers: lower case, without diacritics, powers as digits, other signs as blanks.
 */
const SPELLINGS: readonly (readonly [Unit, string])[] = [
  ['m', 'm|met|meter|meters|metre|metres|masl|m a s l'],
  ['cm', 'cm'],
  ['mm', 'mm'],
  ['km', 'km'],
  ['in', 'in|inch|inches'],
  ['ft', 'ft|feet'],
  ['m3/s', 'm3 s|m3s|m3 sec|m3 giay|m3 s 1|m 3 s|cms|cumec|cumecs'],
  ['l/s', 'l s|ls'],
  ['cfs', 'cfs|ft3 s|ft 3 s|cusec|cusecs'],
  ['m3', 'm3|m 3|met khoi'],
  ['10^6 m3', '10 6 m3|106 m3|106m3|10 6m3|10 6 m 3|x10 6 m3|x106 m3|million m3|mcm|hm3'],
  ['10^6 m3', 'trieu m3|trieu m 3|tr m3|trm3'],
  ['acre-ft', 'acre ft|ac ft|acft|acre feet'],
  ['W', 'w'],
  ['kW', 'kw'],
  ['MW', 'mw'],
  ['kWh', 'kwh'],
  ['MWh', 'mwh'],
  ['GWh', 'gwh'],
  ['m2', 'm2|m 2'],
  ['ha', 'ha'],
  ['km2', 'km2|km 2'],
  ['m/s', 'm s'],
  ['ft/s', 'ft s'],
  ['degC', 'degc|deg c|c|oc|o c|do c|celsius'],
  ['V', 'v|volt|volts|vdc|v dc'],
  ['psi', 'psi'],
  ['kPa', 'kpa'],
  ['hPa', 'hpa'],
  ['mbar', 'mbar'],
  ['bar', 'bar'],
]
const WRITTEN = new Map(
  SPELLINGS.flatMap(([unit, all]) => all.split('|').map((text) => [text, unit] as const)),
)

/** Units that a name may end in without brackets; single letters such as V, W and C also mean quantities. */
const ENDINGS = new Set<Unit>([
  ...(['m', 'cm', 'mm', 'ft', 'm3/s', 'l/s', 'cfs', 'm3', '10^6 m3', 'acre-ft', 'kW', 'MW'] as const),
  ...(['kWh', 'MWh', 'GWh', 'km2', 'degC', 'psi', 'kPa', 'hPa', 'mbar'] as const),
])

/** Texts in a row of units that are no unit of the product: kinds of times, sampling, units of other quantities. */
const OTHERS =
  /^(ts|rn|smp|avg|tot|min|max|h|gio|ngay|utc.*|gmt.*|(?:d{1,2}|m{1,2}|y{2,4}|h{1,2}|s{1,2})(?: (?:d{1,2}|m{1,2}|y{2,4}|h{1,2}|s{1,2}))+|ppm|ppt|psu|ntu|mg l|ug l|us cm|ms cm|ph|mv|ma|a|ah|wh|hz|rpm|km h|mph|w m2|mm h|in h|deg|rad|kn|lux|%)$/

/** Lower case without diacritics, with all signs but letters, digits and % as blanks. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .replace(/[^a-z0-9%]+/g, ' ')
    .trim()

/** The unit that a text names; null for other texts. */
function unitNamed(text: string): Unit | null {
  const t = plain(text)
  if (t === '%') return '%'
  // Mm3 means million cubic metres; no volume is measured in mm3.
  if (/^Mm(3|³|\^3)$/.test(text.trim())) return '10^6 m3'
  return WRITTEN.get(t) ?? null
}

/** Whether a cell belongs to a row of units rather than of names. */
export const isUnitText = (text: string) => unitNamed(text) !== null || OTHERS.test(plain(text))

/** A unit that the file states: as written, and its meaning; null where the product has no such unit. */
interface StatedUnit {
  text: string
  unit: Unit | null
}

/**
 * The unit that a file states for a column: in its row of units, else in the brackets or at the end of its name. null
 * where there is none.
 */
export function statedUnit(name: string, unitText: string): StatedUnit | null {
  const own = unitText.trim()
  if (own !== '' && !/^(ts|rn)$/i.test(own)) return { text: own, unit: unitNamed(own) }
  const inside = [...name.matchAll(/[([]([^()[\]]+)[)\]]/g)].map((m) => m[1].trim()).reverse()
  for (const text of inside) {
    const unit = unitNamed(text)
    if (unit !== null) return { text, unit }
    // A short word without diacritics in brackets is an unknown unit, so none is guessed instead.
    if (OTHERS.test(plain(text)) || /^[A-Za-zµ]{1,6}(\/[A-Za-z]{1,5}\d?)?$/.test(text))
      return { text, unit: null }
  }
  const words = name.split(/[_\s]+/).filter((w) => w !== '')
  for (let n = Math.min(3, words.length); n > 0; n--) {
    const text = words.slice(-n).join(' ')
    const unit = unitNamed(text)
    // A name that is only a unit states it, unless it is a single letter.
    if (unit !== null && ENDINGS.has(unit) && (n < words.length || text.length > 1)) return { text, unit }
  }
  return null
}
