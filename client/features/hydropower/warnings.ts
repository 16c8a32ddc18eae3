interface Warning {
  code: 'warnFloodBelowNormal' | 'warnFloodAboveMax' | 'warnCheckAboveCrest' | 'warnCatchments'
  sum?: number
  area?: number
}

/** Relative difference tolerated between catchments and basin, which are measured on different maps. */
const AREA = 0.02

/** What is unusual about a reservoir without being wrong. at: the number at a path of its body, or null. */
export function warningsOf(at: (path: string) => number | null, catchments: number): Warning[] {
  const found: Warning[] = []
  const [normal, flood, check, crest, most] = [
    'normal',
    'designedFlood',
    'checkFlood',
    'crest',
    'maxPossible',
  ].map((name) => at(`levels.${name}`))
  const above = (a: number | null, b: number | null) => a !== null && b !== null && a > b
  if (above(normal, flood)) found.push({ code: 'warnFloodBelowNormal' })
  if (above(flood, most) || above(check, most)) found.push({ code: 'warnFloodAboveMax' })
  if (above(check, crest)) found.push({ code: 'warnCheckAboveCrest' })
  const area = at('basinArea')
  const areas = Array.from({ length: catchments }, (_, i) => at(`catchments.${i}.area`))
  if (area !== null && areas.length > 0 && areas.every((a) => a !== null)) {
    const sum = areas.reduce<number>((s, a) => s + a!, 0)
    if (Math.abs(sum - area) > AREA * area) found.push({ code: 'warnCatchments', sum, area })
  }
  return found
}
