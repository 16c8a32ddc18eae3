import type { Hydro } from '#contract/dashboard.ts'
import { useText } from '../../lib/text/index.ts'
import { LevelScale } from '../../parts/level-scale/level-scale.tsx'
import css from './scale.module.css'

/** Scale of the level between the dam's own marks, as on the dashboard but as large as the rest of the wall. */
export function WallLevelScale({
  hydro,
  level,
  late,
}: {
  hydro: Hydro
  level: number | null
  late: boolean
}) {
  const { t } = useText()
  const {
    dead_water_level: dead,
    normal_water_level: normal,
    designed_flood_water_level: flood,
    season_water_level: season,
  } = hydro
  return (
    <LevelScale
      hydro={hydro}
      level={level}
      late={late}
      css={css}
      ends={(share, meters) => (
        <>
          {/* Four marks need the whole width. */}
          <Mark name={t('level.dead')} text={meters(dead)} from={season === null ? share(dead) : undefined} />
          {/* Adjacent marks are close at every dam, so their labels are side by side at that end. */}
          <span className={css.upper}>
            {season !== null && <Mark name={t('level.seasonShort')} text={meters(season)} />}
            <Mark name={t('level.normal')} text={meters(normal)} />
            <Mark name={t('level.flood')} text={meters(flood)} />
          </span>
        </>
      )}
    />
  )
}

/** from: position of its tick, %. */
function Mark({ name, text, from }: { name: string; text: string; from?: number }) {
  return (
    <span style={from === undefined ? undefined : { marginInlineStart: `${Math.min(40, from)}%` }}>
      {name} <b>{text}</b>
    </span>
  )
}
