import { DECIMALS, NOTHING, number, upToSix } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import type { Shown } from './model.ts'
import css from './overview.module.css'

/** Below the dead level and above the design flood level as much is shown, of the span between them. */
const BEYOND = 0.06

/** Where a level lies between dead, normal and design flood level, and by the seasonal limit: one thin bar with the limits below. */
export function LevelBar({ row, late }: Pick<Shown, 'row' | 'late'>) {
  const { t } = useText()
  const { dead, normal, flood, season } = row.levels
  const level = row.level.value
  const top = Math.max(flood, normal)
  const [low, high] = [dead - (top - dead) * BEYOND, top + (top - dead) * BEYOND]
  const share = (z: number) => (high > low ? Math.min(1, Math.max(0, (z - low) / (high - low))) * 100 : 0)
  const meters = (z: number) => number(z, DECIMALS.level)
  const scale = t('figure.scale', {
    level: level === null ? NOTHING : `${meters(level)} m`,
    dead: meters(dead),
    normal: meters(normal),
    flood: meters(flood),
  })
  return (
    <div
      className={css.bar}
      data-late={late || undefined}
      role="img"
      aria-label={season === null ? scale : `${scale}, ${t('level.season')} ${meters(season)} m`}
    >
      <div className={css.track}>
        {level !== null && <i className={css.water} style={{ width: `${share(level)}%` }} />}
        {[dead, normal, flood].map((z, i) => (
          <i key={i} className={css.tick} style={{ left: `${share(z)}%` }} />
        ))}
        {season !== null && <i className={css.season} style={{ left: `${share(season)}%` }} />}
        {level !== null && <i className={css.pointer} style={{ left: `${share(level)}%` }} />}
      </div>
      <div className={css.limits} aria-hidden>
        <span>
          <i>{t('level.dead')} </i>
          {upToSix(dead)}
        </span>
        <span>
          <i>{t('level.normal')} </i>
          {upToSix(normal)} · <i>{t('level.flood')} </i>
          {upToSix(flood)}
        </span>
      </div>
      {season !== null && (
        <div className={css.seasonLabel} aria-hidden>
          <i /> {t('level.season')} {upToSix(season)}
        </div>
      )}
    </div>
  )
}
