import { DECIMALS, unit } from '../../lib/format.ts'
import type { Language, Text } from '../../lib/text/index.ts'

const DIGITS: Record<string, number> = {
  lake_level: DECIMALS.level,
  level_min: DECIMALS.level,
  level_max: DECIMALS.level,
  total_capacity: 3,
  power: DECIMALS.power,
  rain: DECIMALS.rain,
  radar: DECIMALS.rain,
  volume_in: 3,
  volume_out: 3,
  energy: DECIMALS.power,
}
export const figureDigits = (key: string) => DIGITS[key] ?? DECIMALS.flow

/** Display name of a wire unit. */
export function figureUnit(wire: string, language: Language): string {
  if (wire === '10^6 m3') return unit('storage', language)
  return wire === 'm3/s' ? unit('flow', language) : wire
}

export const figureName = (key: string, all: Text): string =>
  (all.handover.figure as Record<string, string>)[key] ?? key
