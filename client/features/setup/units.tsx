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

/** The generating units, or none. */
export function UnitFields({ form }: { form: AnyForm }) {
  const { t, language } = useText()
  if (form.get('release.mode') === 'measured')
    return <FormAlert kind="info">{t('setup.unitsInTotal')}</FormAlert>
  const ids = form.list('units').map((u) => (u as { id: string }).id)
  return (
    <SetupList
      form={form}
      path="units"
      none={t('setup.unitsNone')}
      nameOf={(i) => String(form.get(`units.${i}.name`) ?? '')}
      add={[{ label: t('setup.addUnit'), item: () => newUnit(ids, language) }]}
    >
      {(path) => (
        <>
          <div className={itemsCss.row}>
            <TextField form={form} path={`${path}.name`} label={t('fieldOf.unit.name')} />
            <NumberChoice
              form={form}
              path={`${path}.type`}
              label={t('fieldOf.unit.type')}
              data={([6, 7] as const).map((id) => ({ id, name: t(`setup.unitType.${id}`) }))}
            />
            <NumberChoice
              form={form}
              path={`${path}.axis`}
              label={t('fieldOf.unit.axis')}
              data={([1, 2, 3] as const).map((id) => ({ id, name: t(`setup.axis.${id}`) }))}
            />
          </div>
          <div className={itemsCss.row}>
            <NumberField
              form={form}
              path={`${path}.ratedPower`}
              label={t('fieldOf.unit.ratedPower')}
              unit="MW"
            />
            <NumberField form={form} path={`${path}.qmax`} label={t('fieldOf.unit.qmax')} unit="m³/s" />
            <NumberField
              form={form}
              path={`${path}.centreElevation`}
              label={t('fieldOf.unit.centreElevation')}
              unit="m"
            />
          </div>
          <div className={itemsCss.row}>
            <NumberChoice
              form={form}
              path={`${path}.waterwayType`}
              label={t('fieldOf.unit.waterwayType')}
              data={([1, 2, 3] as const).map((id) => ({ id, name: t(`setup.waterway.${id}`) }))}
            />
            <WordChoice
              form={form}
              path={`${path}.method`}
              label={t('fieldOf.unit.method')}
              data={(['auto', 'measured'] as const).map((m) => ({
                value: m,
                label: t(`setup.unitMethod.${m}`),
              }))}
            />
            <Every form={form} path={`${path}.every`} label={t('fieldOf.unit.every')} />
          </div>
        </>
      )}
    </SetupList>
  )
}
