import { Skeleton } from '@mantine/core'
import { setLink, type SensorRow } from '#contract/sensors.ts'
import { useForm } from '../../lib/form/index.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { FormDialog } from '../../ui/form/index.ts'
import { SourceSelect } from '../../parts/devices/index.ts'
import { FromAndReasonFields, fromAndReasonOf, fromNow, fromRule } from './from-and-reason.tsx'
import { useSensorSeries } from './queries.ts'
import { targetOf, TargetSelect } from './target-select.tsx'

/** Links a sensor to the series of its readings and to what it measures. */
export function LinkSensor({ sensor, onClose }: { sensor: SensorRow; onClose: () => void }) {
  const { t } = useText()
  const zone = useZone() ?? 'UTC'
  const series = useSensorSeries()
  const link = useAct(setLink, { quiet: true })
  const form = useForm({
    schema: setLink.body!,
    values: { series: sensor.series, target: targetOf(sensor), ...fromNow(zone) },
    body: ({ series, target, ...when }) => ({
      sensor_id: sensor.sensor_id,
      version: sensor.version,
      series,
      target,
      ...fromAndReasonOf(when, zone),
    }),
    rules: (values) => fromRule(values, zone),
  })
  return (
    <FormDialog
      form={form}
      panel
      title={t('sensors.linkTitle', { name: sensor.name })}
      act={t('sensors.linkAct')}
      onSubmit={(body) => link.run({ body })}
      done={t('sensors.linked', { name: sensor.name })}
      conflict={{ text: t('items.conflict') }}
      onClose={onClose}
    >
      {series.data ? (
        <SourceSelect
          label={t('sensors.series')}
          description={t('sensors.unlink')}
          sources={series.data}
          value={form.values.series}
          onChange={(code) => form.set('series', code)}
          usedBy={(s) => s.sensors.filter((x) => x.sensor_id !== sensor.sensor_id).map((x) => x.name)}
          error={form.errorOf('series')}
          clearable
        />
      ) : (
        <Skeleton height={58} aria-busy aria-label={t('sensors.series')} />
      )}
      <TargetSelect
        sensor={sensor}
        value={form.values.target}
        onChange={(target) => form.set('target', target)}
        error={form.errorIn('target')}
      />
      <FromAndReasonFields form={form} />
    </FormDialog>
  )
}
