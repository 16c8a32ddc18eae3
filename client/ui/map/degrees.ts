const FORM =
  /^([-+]?)(\d{1,3}(?:\.\d+)?)\s*°?(?:\s*(\d{1,2}(?:\.\d+)?)\s*['′’]?(?:\s*(\d{1,2}(?:\.\d+)?)\s*(?:["″”]|'')?)?)?\s*([A-ZĐ]?)$/

const LETTERS = {
  longitude: { plus: ['E', 'Đ'], minus: ['W', 'T'] },
  // N always means north, never the Vietnamese nam (south), since coordinates are written in English here too.
  latitude: { plus: ['N', 'B'], minus: ['S'] },
} as const

/**
 * Parses a longitude or latitude: 14.826, 14,826 (degrees have no thousands, so a comma is decimal), 14°49'33.6"N,
 * 108 29 9 E, also with B (bắc), Đ (đông), T (tây). null: invalid.
 */
export function parseDegrees(text: string, axis: 'longitude' | 'latitude'): number | null {
  const clean = text.trim().replaceAll(',', '.').normalize('NFC').toUpperCase()
  const [, sign, d, min = '0', s = '0', letter] = FORM.exec(clean) ?? []
  if (d === undefined) return null
  // Only the last part may have a fraction.
  if ((d.includes('.') && min !== '0') || (min.includes('.') && s !== '0')) return null
  if (Number(min) >= 60 || Number(s) >= 60) return null
  const value = Number(d) + Number(min) / 60 + Number(s) / 3600
  const { plus, minus } = LETTERS[axis] as { plus: readonly string[]; minus: readonly string[] }
  if (letter !== '' && (sign !== '' || ![...plus, ...minus].includes(letter))) return null
  const signed = sign === '-' || minus.includes(letter) ? -value : value
  return Math.abs(signed) <= (axis === 'longitude' ? 180 : 90) ? signed : null
}

/** To 5 decimals (about a metre), as in a field. */
export function degreesText(value: number): string {
  return String(Number(value.toFixed(5)))
}
