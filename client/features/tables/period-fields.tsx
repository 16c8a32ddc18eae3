import { Checkbox } from '@mantine/core'
import type { Days } from '../../lib/days.ts'
import { useText } from '../../lib/text/index.ts'
import { Day } from './day.tsx'
import { dayProblem } from './period.ts'
import css from './tables.module.css'

export interface Use extends Days {
  loop: boolean
  active: boolean
}

/** The first and the last day of use. */
export function Bounds({ use, set }: { use: Omit<Use, 'active'>; set: (part: Partial<Days>) => void }) {
  const { t } = useText()
  const problem = dayProblem(use, use.loop)
  return (
    <div className={css.two}>
      <Day
        label={t('interpolate.uploading.from')}
        placeholder={t('interpolate.uploading.always')}
        value={use.from}
        error={
          problem === 'loopNeeds' && use.from === null ? t('interpolate.uploading.loopNeeds') : undefined
        }
        onChange={(from) => set({ from })}
      />
      <Day
        label={t('interpolate.uploading.to')}
        placeholder={t('interpolate.uploading.open')}
        value={use.to}
        error={
          problem === 'order' || (problem === 'loopNeeds' && use.to === null)
            ? t(`interpolate.uploading.${problem}`)
            : undefined
        }
        onChange={(to) => set({ to })}
      />
    </div>
  )
}

/** When a table is read: days, every year or once, and whether at all. */
export function PeriodFields({ use, set }: { use: Use; set: (part: Partial<Use>) => void }) {
  const { t } = useText()
  return (
    <>
      <Bounds use={use} set={set} />
      <Checkbox
        label={t('interpolate.uploading.loop')}
        checked={use.loop}
        onChange={(e) => set({ loop: e.currentTarget.checked })}
      />
      <Checkbox
        label={t('interpolate.uploading.active')}
        description={t('interpolate.uploading.activeHint')}
        checked={use.active}
        onChange={(e) => set({ active: e.currentTarget.checked })}
      />
    </>
  )
}
