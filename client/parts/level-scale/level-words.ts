import { passedLimit } from '#core/outlook/passed.ts'
import type { Hydro, Indicators, LevelOutlook, NextLimit } from '#contract/dashboard.ts'
import { DECIMALS, number, spanAhead, type Language } from '../../lib/format.ts'
import { fillText } from '../../lib/text/fill.ts'
import type { Text } from '../../lib/text/index.ts'

export type IndicatorData = Indicators

/** Limits further away than this are not predicted, h. */
export const FORESEEN = 240

interface LevelWords {
  /** A limit that the level has passed, which requires action. */
  passed: { tone: 'warn' | 'alarm'; text: string } | null
  /** Distance to the normal level or the seasonal limit, the time to the next limit, and to the flood level while the inflow rises. */
  lines: string[]
}

/** Describes the level: the passed limit, the distance from the one in force, the time to the next limit. */
export function levelWords(
  hydro: Hydro,
  data: Pick<IndicatorData, 'lake_level' | 'next_limit' | 'to_flood' | 'inflow_rises'>,
  texts: Text,
  language: Language,
): LevelWords {
  const filled = (text: string, values: Record<string, string>) => fillText(text, language, values)
  const z = data.lake_level.value
  if (z === null) return { passed: null, lines: [] }
  const meters = (v: number) => number(Math.abs(v), DECIMALS.level)
  const {
    dead_water_level: dead,
    normal_water_level: normal,
    designed_flood_water_level: flood,
    season_water_level: season,
  } = hydro
  let passed: LevelWords['passed'] = null
  const found = passedLimit(z, { dead, normal, designedFlood: flood, season })
  if (found) {
    const { overFlood, overNormal, overSeason, underDead } = texts.level
    const words = { flood: overFlood, normal: overNormal, season: overSeason, dead: underDead }[found.limit]
    passed = {
      tone: found.severity === 'alarm' ? 'alarm' : 'warn',
      text: filled(words, { m: meters(found.by) }),
    }
  }
  const lines: string[] = []
  // In the flood season its own limit is the one that is kept.
  const [kept, name] =
    season !== null && season < normal ? [season, texts.level.seasonWithin] : [normal, texts.level.normal]
  if (!passed) lines.push(filled(texts.level.below, { limit: name, m: meters(kept - z) }))
  const limits: { limit: NextLimit['limit']; ahead: LevelOutlook['ahead'] }[] = []
  if (data.next_limit) limits.push({ limit: data.next_limit.limit, ahead: data.next_limit })
  if (data.inflow_rises && data.next_limit?.limit !== 'flood')
    limits.push({ limit: 'flood', ahead: data.to_flood.ahead })
  // Equal levels share a line.
  for (const basis of new Set(limits.flatMap((l) => l.ahead?.basis ?? []))) {
    const reached = limits.flatMap(({ limit, ahead }) =>
      ahead?.basis === basis && ahead.from < FORESEEN
        ? filled(texts.level.limitIn, {
            limit: texts.level[limit],
            time: spanAhead(ahead.from, ahead.to, language),
          })
        : [],
    )
    if (reached.length > 0) lines.push(filled(texts.level.reaches[basis], { limits: reached.join(', ') }))
  }
  return { passed, lines }
}
