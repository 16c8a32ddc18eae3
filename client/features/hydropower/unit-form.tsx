import { useOptions } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import {
  itemsCss,
  NumberChoice,
  NumberField,
  SeriesField,
  TextField,
  WordChoice,
} from '../../parts/described-items/index.ts'
import { More } from './more.tsx'

const UNIT_CATEGORY = 1

export function UnitForm({ form, readOnly }: { form: AnyForm; readOnly: boolean }) {
  const { t } = useText()
  const options = useOptions().data
  const at = (
    path: 'name' | 'number' | 'centreElevation' | 'ratedPower' | 'qmax' | 'generatorEfficiency',
  ) => ({
    form,
    path,
    label: t(`fieldOf.unit.${path}`),
  })
  const measured = form.get('method') === 'measured'
  return (
    <>
      <TextField {...at('name')} data-autofocus maxLength={200} />
      <fieldset className={itemsCss.group}>
        <legend>{t('hydropower.machine')}</legend>
        <div className={itemsCss.row}>
          <NumberChoice
            form={form}
            path="type"
            label={t('fieldOf.unit.type')}
            data={options?.gate_types.filter((o) => o.category === UNIT_CATEGORY)}
          />
          <NumberChoice
            form={form}
            path="axis"
            label={t('fieldOf.unit.axis')}
            data={options?.turbine_types}
          />
          <NumberField {...at('ratedPower')} unit="kW" />
          <NumberField {...at('qmax')} unit="m³/s" />
          <NumberField {...at('centreElevation')} unit="m" />
          <NumberField {...at('number')} />
        </div>
        <More
          label={t('hydropower.advanced')}
          open={readOnly || ['generatorEfficiency', 'cutIn', 'speedNoLoadFlow'].some((p) => form.errorOf(p))}
        >
          <NumberField {...at('generatorEfficiency')} optional description={t('hydropower.efficiencyHint')} />
          <NumberField
            form={form}
            path="cutIn"
            label={t('fieldOf.unit.cutIn')}
            optional
            description={t('hydropower.cutInHint')}
          />
          <NumberField
            form={form}
            path="speedNoLoadFlow"
            label={t('fieldOf.unit.speedNoLoadFlow')}
            optional
            unit="m³/s"
            description={t('hydropower.noLoadHint')}
          />
        </More>
      </fieldset>
      <fieldset className={itemsCss.group}>
        <legend>{t('hydropower.waterwayGroup')}</legend>
        <NumberChoice
          form={form}
          path="waterwayType"
          label={t('fieldOf.unit.waterwayType')}
          data={options?.waterway_types}
        />
        <TextField
          form={form}
          path="waterway"
          label={t('fieldOf.unit.waterway')}
          description={t('hydropower.waterwayHint')}
          optional
          maxLength={60}
        />
      </fieldset>
      <fieldset className={itemsCss.group}>
        <legend>{t('hydropower.readings')}</legend>
        <SeriesField
          form={form}
          path="powerSeries"
          label={t('fieldOf.unit.powerSeries')}
          units={['MW', 'kW']}
          onPick={(s) => (s.unit === 'MW' || s.unit === 'kW') && form.set('powerUnit', s.unit)}
        />
        <div className={itemsCss.row}>
          <WordChoice
            form={form}
            path="powerUnit"
            label={t('fieldOf.unit.powerUnit')}
            data={['MW', 'kW'].map((value) => ({ value, label: value }))}
          />
          <NumberField form={form} path="every" label={t('fieldOf.unit.every')} unit="s" />
        </div>
        <WordChoice
          form={form}
          path="method"
          label={t('fieldOf.unit.method')}
          data={[
            { value: 'auto', label: t('hydropower.unitMethodAuto') },
            { value: 'measured', label: t('hydropower.methodMeasured') },
          ]}
        />
        {(measured || form.get('dischargeSeries') !== undefined) && (
          <SeriesField
            form={form}
            path="dischargeSeries"
            label={t('fieldOf.unit.dischargeSeries')}
            units={['m3/s']}
            optional={!measured}
          />
        )}
      </fieldset>
    </>
  )
}
