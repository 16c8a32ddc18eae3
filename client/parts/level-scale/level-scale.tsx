import type { ReactNode } from 'react'
import type { Hydro } from '#contract/dashboard.ts'
import { DECIMALS, NOTHING, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import standard from './level-scale.module.css'

interface Props {
  hydro: Hydro
  level: number | null
  /** The level belongs to an as-of view and is shown without colour. */
  late?: boolean
  /** Styles that replace those of the dashboard; same class names. */
  css?: Record<string, string>
  /** Labels, by the position of each level in % and its text; default: side by side. */
  ends?: (share: (z: number) => number, meters: (z: number) => string) => ReactNode
}

/** Scale with the present level between the dam's own: dead, normal, design flood level, and the seasonal limit in force. */
export function LevelScale({ hydro, level, late, css = standard, ends }: Props) {
  const { t } = useText()
  const {
    dead_water_level: dead,
    normal_water_level: normal,
    designed_flood_water_level: flood,
    season_water_level: season,
  } = hydro
  const marks = [
    { name: 'dead', z: dead },
    ...(season === null ? [] : [{ name: 'season', z: season } as const]),
    { name: 'normal', z: normal },
    { name: 'flood', z: flood },
  ] as const
  const low = Math.min(hydro.min_possible_water_level, dead)
  const high = Math.max(hydro.max_possible_water_level, flood, hydro.crest_level ?? -Infinity)
  const share = (z: number) => Math.min(1, Math.max(0, (z - low) / (high - low))) * 100
  const meters = (z: number) => number(z, DECIMALS.level)
  return (
    <div
      className={css.scale}
      data-late={late || undefined}
      role="img"
      aria-label={[
        t('figure.scale', {
          level: level === null ? NOTHING : `${meters(level)} m`,
          dead: meters(dead),
          normal: meters(normal),
          flood: meters(flood),
        }),
        ...(season === null ? [] : [t('figure.scaleSeason', { season: meters(season) })]),
      ].join(', ')}
    >
      <div className={css.track}>
        <i
          className={css.useful}
          style={{ left: `${share(dead)}%`, width: `${share(normal) - share(dead)}%` }}
        />
        {level !== null && <i className={css.filled} style={{ width: `${share(level)}%` }} />}
        {marks.map(({ name, z }) => (
          <i
            key={name}
            className={css.tick}
            data-limit={name}
            title={`${t(`level.${name}`)} ${meters(z)} m`}
            style={{ left: `${share(z)}%` }}
          />
        ))}
        {level !== null && <i className={css.pointer} style={{ left: `${share(level)}%` }} />}
      </div>
      <div className={css.ends} aria-hidden>
        {ends?.(share, meters) ??
          marks.map(({ name, z }) => (
            <span key={name}>
              {t(`level.${name}`)} <b>{meters(z)}</b>
            </span>
          ))}
      </div>
    </div>
  )
}
