import type { Hydro, Indicators } from '#contract/dashboard.ts'
import { DECIMALS, hoursAhead, number, type Language } from '../../lib/format.ts'
import type { Text } from '../../lib/text/index.ts'

export type IndicatorData = Indicators

/** A rate of the last hour predicts nothing about a limit further away than this, h. */
export const FORESEEN = 240

interface LevelWords {
  /** A limit that the level has passed: needs an act. */
  passed: { tone: 'warn' | 'alarm'; text: string } | null
  /** Distance to the normal level, and the time to the next limit. */
  lines: string[]
}

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

/** What the level means: past which limit, how far from normal, how long until the next. */
export function levelWords(
  hydro: Hydro,
  data: Pick<IndicatorData, 'lake_level' | 'hours_to_limit' | 'limit'>,
  texts: Text,
  language: Language,
): LevelWords {
  const z = data.lake_level.value
  if (z === null) return { passed: null, lines: [] }
  const meters = (v: number) => number(Math.abs(v), DECIMALS.level)
  const { dead_water_level: dead, normal_water_level: normal, designed_flood_water_level: flood } = hydro
  let passed: LevelWords['passed'] = null
  if (z > flood) passed = { tone: 'alarm', text: fill(texts.level.overFlood, { m: meters(z - flood) }) }
  else if (z > normal && meters(z - normal) !== meters(0))
    passed = { tone: 'warn', text: fill(texts.level.overNormal, { m: meters(z - normal) }) }
  else if (z < dead) passed = { tone: 'warn', text: fill(texts.level.underDead, { m: meters(dead - z) }) }
  const lines: string[] = []
  if (!passed) lines.push(fill(texts.level.below, { limit: texts.level.normal, m: meters(normal - z) }))
  if (data.hours_to_limit !== null && data.hours_to_limit <= FORESEEN && data.limit !== null)
    lines.push(
      fill(texts.level.reaches, {
        time: hoursAhead(data.hours_to_limit, language),
        limit: texts.level[data.limit],
      }),
    )
  return { passed, lines }
}
