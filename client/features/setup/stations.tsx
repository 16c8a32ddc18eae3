import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { NumberChoice, NumberField, TextField, itemsCss } from '../../parts/described-items/index.ts'
import { Every } from './every.tsx'
import { SetupList } from './list.tsx'
import { stationOf } from './start.ts'

/** Step: rain gauges and river level stations, if any. */
export function StationFields({ form }: { form: AnyForm }) {
  const { t } = useText()
  return (
    <SetupList
      form={form}
      path="stations"
      noun="station"
      none={t('setup.stationsNone')}
      nameOf={(i) =>
        [form.get(`stations.${i}.code`), form.get(`stations.${i}.name`)].filter(Boolean).join(' · ')
      }
      add={[{ label: t('setup.addStation'), item: () => stationOf(form.list('stations').length + 1) }]}
    >
      {(path) => (
        <>
          <div className={itemsCss.row}>
            <TextField path="code" />
            <TextField path="name" />
            <NumberChoice
              path="type"
              data={([1, 2] as const).map((id) => ({ id, name: t(`setup.stationType.${id}`) }))}
            />
          </div>
          <div className={itemsCss.row}>
            <NumberField path="latitude" unit="°" />
            <NumberField path="longitude" unit="°" />
            {form.number(`${path}.type`) === 1 && <NumberField path="thiessen" optional />}
            <Every path="every" />
          </div>
        </>
      )}
    </SetupList>
  )
}
