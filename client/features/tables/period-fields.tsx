import { Checkbox } from '@mantine/core'
import type { Days } from '../../lib/days.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import { DayInput } from './day.tsx'
import { dayProblem } from './period.ts'
import css from './tables.module.css'

export interface PeriodOfUse extends Days {
  /** Repeats every year. */
  loop: boolean
  active: boolean
}

/** Sets parts of a period in a form. */
export function setEach(form: AnyForm, part: Partial<PeriodOfUse>): void {
  for (const [name, value] of Object.entries(part)) form.set(name, value)
}

interface DaysProps {
  period: Omit<PeriodOfUse, 'active'>
  set: (part: Partial<Days>) => void
}

/** First and last day of a period. */
export function UseDays({ period, set }: DaysProps) {
  const { t } = useText()
  const problem = dayProblem(period, period.loop)
  return (
    <div className={css.two}>
      <DayInput
        label={t('interpolate.uploading.from')}
        placeholder={t('interpolate.uploading.always')}
        value={period.from}
        error={
          problem === 'loopNeeds' && period.from === null ? t('interpolate.uploading.loopNeeds') : undefined
        }
        onChange={(from) => set({ from })}
      />
      <DayInput
        label={t('interpolate.uploading.to')}
        placeholder={t('interpolate.uploading.open')}
        value={period.to}
        error={
          problem === 'order' || (problem === 'loopNeeds' && period.to === null)
            ? t(`interpolate.uploading.${problem}`)
            : undefined
        }
        onChange={(to) => set({ to })}
      />
    </div>
  )
}

interface Props {
  period: PeriodOfUse
  set: (part: Partial<PeriodOfUse>) => void
}

/** Fields of a table's use: days, yearly or once, or not at all. */
export function PeriodFields({ period, set }: Props) {
  const { t } = useText()
  return (
    <>
      <UseDays period={period} set={set} />
      <Checkbox
        label={t('interpolate.uploading.loop')}
        checked={period.loop}
        onChange={(e) => set({ loop: e.currentTarget.checked })}
      />
      <Checkbox
        label={t('interpolate.uploading.active')}
        description={t('interpolate.uploading.activeHint')}
        checked={period.active}
        onChange={(e) => set({ active: e.currentTarget.checked })}
      />
    </>
  )
}
