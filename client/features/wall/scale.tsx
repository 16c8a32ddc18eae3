import type { Hydro } from '#contract/dashboard.ts'
import { DECIMALS, NOTHING, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import css from './scale.module.css'

/** Where the level lies between the dam's own marks, as on the dashboard and as large as the rest of the wall. */
export function Scale({ hydro, level }: { hydro: Hydro; level: number | null }) {
  const { t } = useText()
  const { dead_water_level: dead, normal_water_level: normal, designed_flood_water_level: flood } = hydro
  const low = Math.min(hydro.min_possible_water_level, dead)
  const high = Math.max(hydro.max_possible_water_level, flood, hydro.crest_level ?? -Infinity)
  const share = (z: number) => Math.min(1, Math.max(0, (z - low) / (high - low))) * 100
  const meters = (z: number) => number(z, DECIMALS.level)
  return (
    <div
      className={css.scale}
      role="img"
      aria-label={t('figure.scale', {
        level: level === null ? NOTHING : `${meters(level)} m`,
        dead: meters(dead),
        normal: meters(normal),
        flood: meters(flood),
      })}
    >
      <div className={css.track}>
        <i
          className={css.useful}
          style={{ left: `${share(dead)}%`, width: `${share(normal) - share(dead)}%` }}
        />
        {level !== null && <i className={css.filled} style={{ width: `${share(level)}%` }} />}
        {[dead, normal, flood].map((z, i) => (
          <i key={i} className={css.tick} style={{ left: `${share(z)}%` }} />
        ))}
        {level !== null && <i className={css.pointer} style={{ left: `${share(level)}%` }} />}
      </div>
      <div className={css.ends} aria-hidden>
        <Mark name={t('level.dead')} text={meters(dead)} from={share(dead)} />
        {/* Close to each other, as they are at every dam: side by side at their end of the scale. */}
        <span className={css.upper}>
          <Mark name={t('level.normal')} text={meters(normal)} />
          <Mark name={t('level.flood')} text={meters(flood)} />
        </span>
      </div>
    </div>
  )
}

/** from: where its tick stands, %. */
function Mark({ name, text, from }: { name: string; text: string; from?: number }) {
  return (
    <span style={from === undefined ? undefined : { marginInlineStart: `${Math.min(40, from)}%` }}>
      {name} <b>{text}</b>
    </span>
  )
}
