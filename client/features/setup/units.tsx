import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import {
  NumberChoice,
  NumberField,
  TextField,
  WordChoice,
  itemsCss,
} from '../../parts/described-items/index.ts'
import { FormAlert } from '../../ui/form/index.ts'
import { Every } from './every.tsx'
import { SetupList } from './list.tsx'
import { newUnit } from './start.ts'

/** Step: generating units, if any. */
export function UnitFields({ form }: { form: AnyForm }) {
  const { t, texts } = useText()
  if (form.get('release.mode') === 'measured')
    return <FormAlert kind="info">{t('setup.unitsInTotal')}</FormAlert>
  const ids = form.list('units').map((u) => (u as { id: string }).id)
  return (
    <SetupList
      form={form}
      path="units"
      noun="unit"
      none={t('setup.unitsNone')}
      nameOf={(i) => String(form.get(`units.${i}.name`) ?? '')}
      add={[{ label: t('setup.addUnit'), item: () => newUnit(ids, texts.setup.names) }]}
    >
      {() => (
        <>
          <div className={itemsCss.row}>
            <TextField path="name" />
            <NumberChoice
              path="type"
              data={([6, 7] as const).map((id) => ({ id, name: t(`setup.unitType.${id}`) }))}
            />
            <NumberChoice
              path="axis"
              data={([1, 2, 3] as const).map((id) => ({ id, name: t(`setup.axis.${id}`) }))}
            />
          </div>
          <div className={itemsCss.row}>
            <NumberField path="ratedPower" unit="MW" />
            <NumberField path="qmax" />
            <NumberField path="centreElevation" />
          </div>
          <div className={itemsCss.row}>
            <NumberChoice
              path="waterwayType"
              data={([1, 2, 3] as const).map((id) => ({ id, name: t(`setup.waterway.${id}`) }))}
            />
            <WordChoice
              path="method"
              data={(['auto', 'measured'] as const).map((m) => ({
                value: m,
                label: t(`setup.unitMethod.${m}`),
              }))}
            />
            <Every path="every" />
          </div>
        </>
      )}
    </SetupList>
  )
}
