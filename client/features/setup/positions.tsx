import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { NumberField, TextField, WordChoice, itemsCss } from '../../parts/described-items/index.ts'
import { Every } from './every.tsx'
import { SetupList } from './list.tsx'
import { positionOf } from './start.ts'

const UNITS = ['m', 'cm', 'mm', 'ft'] as const
const TYPES = [1, 2, 3] as const

/** Step: level positions; each gets a series for its readings. */
export function PositionFields({ form }: { form: AnyForm }) {
  const { t, texts } = useText()
  const count = (type: number) =>
    form.list('positions').filter((_, i) => form.number(`positions.${i}.type`) === type).length
  return (
    <SetupList
      form={form}
      path="positions"
      noun="position"
      none={t('setup.positionsNone')}
      nameOf={(i) =>
        `${t(`setup.positionType.${(form.number(`positions.${i}.type`) ?? 1) as 1 | 2 | 3}`)}: ${String(form.get(`positions.${i}.name`) ?? '')}`
      }
      add={TYPES.map((type) => ({
        label: t(`setup.addPosition.${type}`),
        item: () => positionOf(type, count(type) + 1, texts.setup.names),
      }))}
    >
      {() => (
        <>
          <div className={itemsCss.row}>
            <TextField path="name" />
            <TextField path="series" label={t('setup.seriesCode')} />
          </div>
          <div className={itemsCss.row}>
            <Every path="every" hint={t('setup.everyHint')} />
            <WordChoice
              path="unit"
              label={t('setup.sent')}
              description={t('setup.sentHint')}
              data={UNITS.map((u) => ({ value: u, label: u }))}
            />
            <NumberField path="offset" label={t('setup.zero')} description={t('setup.zeroHint')} />
          </div>
        </>
      )}
    </SetupList>
  )
}
