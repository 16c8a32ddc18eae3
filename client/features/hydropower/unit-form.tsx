import { METER_EVERY } from '#core/description/index.ts'
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
  const measured = form.get('method') === 'measured'
  return (
    <>
      <TextField path="name" data-autofocus maxLength={200} />
      <fieldset className={itemsCss.group}>
        <legend>{t('hydropower.machine')}</legend>
        <div className={itemsCss.row}>
          <NumberChoice path="type" data={options?.gate_types.filter((o) => o.category === UNIT_CATEGORY)} />
          <NumberChoice path="axis" data={options?.turbine_types} />
          <NumberField path="ratedPower" />
          <NumberField path="qmax" />
          <NumberField path="centreElevation" />
          <NumberField path="number" />
        </div>
        <More
          label={t('hydropower.advanced')}
          open={readOnly || ['generatorEfficiency', 'cutIn', 'speedNoLoadFlow'].some((p) => form.errorOf(p))}
        >
          <NumberField path="generatorEfficiency" optional description={t('hydropower.efficiencyHint')} />
          <NumberField path="cutIn" optional description={t('hydropower.cutInHint')} />
          <NumberField path="speedNoLoadFlow" optional description={t('hydropower.noLoadHint')} />
        </More>
      </fieldset>
      <fieldset className={itemsCss.group}>
        <legend>{t('hydropower.waterwayGroup')}</legend>
        <NumberChoice path="waterwayType" data={options?.waterway_types} />
        <TextField path="waterway" description={t('hydropower.waterwayHint')} optional maxLength={60} />
      </fieldset>
      <fieldset className={itemsCss.group}>
        <legend>{t('hydropower.readings')}</legend>
        <SeriesField
          path="powerSeries"
          units={['MW', 'kW']}
          onPick={(s) => (s.unit === 'MW' || s.unit === 'kW') && form.set('powerUnit', s.unit)}
        />
        <div className={itemsCss.row}>
          <WordChoice path="powerUnit" data={['MW', 'kW'].map((value) => ({ value, label: value }))} />
          <NumberField path="every" />
        </div>
        <WordChoice
          path="method"
          data={[
            { value: 'auto', label: t('hydropower.unitMethodAuto') },
            { value: 'measured', label: t('hydropower.methodMeasured') },
          ]}
        />
        {(measured || form.get('dischargeSeries') !== undefined) && (
          <SeriesField path="dischargeSeries" units={['m3/s']} optional={!measured} />
        )}
        <div className={itemsCss.row}>
          <SeriesField path="meterSeries" units={['kWh', 'MWh']} empty={null} optional />
          <NumberField path="meterEvery" placeholder={String(METER_EVERY)} optional />
        </div>
      </fieldset>
    </>
  )
}
