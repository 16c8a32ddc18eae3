/** Numbers with only one possible decimal sign: 400,2 or 0,125; and 1.234,5. */
const SURE = {
  ',': /^[+-]?(?:\d+,(?:\d{1,2}|\d{4,})|(?:0|\d{4,}),\d+|\d{1,3}(?:\.\d{3})+,\d+)(?:e[+-]?\d+)?$/i,
  '.': /^[+-]?(?:\d+\.(?:\d{1,2}|\d{4,})|(?:0|\d{4,})?\.\d+|\d{1,3}(?:,\d{3})+\.\d+)(?:e[+-]?\d+)?$/i,
} as const
/** Ambiguous numbers such as 410,335: a decimal sign, or a thousands separator. */
const UNSURE = { ',': /^[+-]?[1-9]\d{0,2},\d{3}$/, '.': /^[+-]?[1-9]\d{0,2}\.\d{3}$/ } as const

/**
 * Tells which numbers of a column are ambiguous, such as 185.200: those with one sign before three digits, unless another
 * number of the column shows that the sign is the decimal one of the file.
 */
export function ambiguousNumber(texts: Iterable<string>, decimal: '.' | ','): (text: string) => boolean {
  for (const text of texts) if (SURE[decimal].test(text)) return () => false
  return (text) => UNSURE[','].test(text) || UNSURE['.'].test(text)
}

/**
 * The decimal sign of a file, from its numbers written as text: the only possible one in most of them. usual: the sign
 * where every comma may also be a thousands separator; a comma only where cells have another delimiter.
 */
export function decimalSign(
  texts: Iterable<string>,
  usual: '.' | ',',
): { decimal: '.' | ','; doubt: string | null } {
  const sure = { ',': 0, '.': 0 }
  const unsure: { ',': string[]; '.': string[] } = { ',': [], '.': [] }
  for (const text of texts)
    for (const sign of [',', '.'] as const) {
      if (SURE[sign].test(text)) sure[sign]++
      else if (UNSURE[sign].test(text)) unsure[sign].push(text)
    }
  if (sure[','] > 0 || sure['.'] > 0) return { decimal: sure[','] > sure['.'] ? ',' : '.', doubt: null }
  const commas = unsure[','].length
  if (commas === 0) return { decimal: '.', doubt: null }
  return { decimal: commas > unsure['.'].length ? usual : '.', doubt: unsure[','][0] }
}
