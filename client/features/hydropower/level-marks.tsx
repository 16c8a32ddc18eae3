import { LEVEL_NAMES, type CharacteristicLevels } from '#core/description/index.ts'
import { DECIMALS, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { spread } from '../../ui/chart/spread.ts'
import css from './hydropower.module.css'

const HEIGHT = 260
const LINE = 26

/** Named levels of the reservoir beside a scale, each at its true height. */
export function LevelMarks({ levels }: { levels: CharacteristicLevels }) {
  const { t } = useText()
  const marks = LEVEL_NAMES.flatMap((name) => {
    const z = levels[name]
    return z === null || z === undefined ? [] : [{ name, z }]
  })
  const low = Math.min(...marks.map((m) => m.z))
  const high = Math.max(...marks.map((m) => m.z))
  const top = LINE / 2
  const y = (z: number) =>
    high === low ? HEIGHT / 2 : top + ((high - z) / (high - low)) * (HEIGHT - 2 * top)
  const places = spread(
    marks.map((m) => y(m.z)),
    LINE,
    0,
    HEIGHT,
  )
  return (
    <div className={css.marks} style={{ height: HEIGHT }}>
      <svg width={64} height={HEIGHT} aria-hidden="true" className={css.marksScale}>
        <rect
          x={10}
          width={8}
          y={y(levels.normal)}
          height={Math.max(0, y(levels.dead) - y(levels.normal))}
          className={css.useful}
        />
        <line x1={14} x2={14} y1={y(high)} y2={y(low)} className={css.axis} />
        {marks.map((m, i) => (
          <path
            key={m.name}
            d={`M8 ${y(m.z)}H22L46 ${places[i]}H62`}
            className={m.name === 'normal' || m.name === 'dead' ? css.tickStrong : css.tick}
          />
        ))}
      </svg>
      <dl className={css.marksList}>
        {marks.map((m, i) => (
          <div key={m.name} style={{ top: places[i] - LINE / 2, height: LINE }}>
            <dt>{t(`fieldOf.plant.levels.${m.name}`)}</dt>
            <dd>
              <b>{number(m.z, DECIMALS.level)}</b> m
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
