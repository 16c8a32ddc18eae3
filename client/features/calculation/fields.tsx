import { number } from '../../lib/format.ts'
import { useReservoir } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import {
  DOWNSTREAM,
  END,
  START,
  opening,
  power,
  type SensorInputs,
  type Own,
  type Sensed,
  type SensedOutlet,
} from './entered.ts'
import { OwnField } from './own-field.tsx'
import css from './panel.module.css'

interface Props {
  auto: SensorInputs
  own: Own
  /** Shows values of other instants until the requested ones are loaded. */
  stale: boolean
  type: (key: string, text: string, sensed: Sensed) => void
  giveBack: (key: string) => void
  errorOf: (key: string) => string | undefined
}

/** Fields for all sensor values that a person may overwrite. */
export function CalculationFields({ auto, own, stale, type, giveBack, errorOf }: Props) {
  const { t } = useText()
  const hydro = useReservoir().data
  const field = (name: string, label: string, unit: string, sensed: Sensed | SensedOutlet) => (
    <OwnField
      key={name}
      name={name}
      label={label}
      unit={unit}
      sensed={sensed}
      own={own}
      onType={type}
      onBack={giveBack}
      error={errorOf(name)}
    />
  )
  return (
    <div className={css.fields} aria-busy={stale || undefined}>
      <fieldset className={css.group}>
        <legend>
          {t('calculation.levels')}
          {hydro && (
            <span className={css.bounds}>
              {t('calculation.between', {
                min: number(hydro.min_possible_water_level, 2),
                max: number(hydro.max_possible_water_level, 2),
              })}
            </span>
          )}
        </legend>
        <div className={css.pair}>
          {field(START, t('calculation.level1'), 'm', auto.start)}
          {field(END, t('calculation.level2'), 'm', auto.end)}
          {field(DOWNSTREAM, t('calculation.downstream'), 'm', auto.downstream)}
        </div>
      </fieldset>
      {auto.leaves.length > 0 && (
        <fieldset className={css.group}>
          <legend>{t('calculation.gates')}</legend>
          <div className={css.pair}>{auto.leaves.map((l) => field(opening(l.id), l.name, 'm', l))}</div>
        </fieldset>
      )}
      {auto.units.length > 0 && (
        <fieldset className={css.group}>
          <legend>{t('calculation.units')}</legend>
          <div className={css.pair}>{auto.units.map((u) => field(power(u.id), u.name, 'MW', u))}</div>
        </fieldset>
      )}
    </div>
  )
}
