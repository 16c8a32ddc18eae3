import { uninstallSensor, type SensorRow } from '#contract/sensors.ts'
import { useForm } from '../../lib/form/index.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { FormConfirm } from '../../ui/form/index.ts'
import { FromAndReasonFields, fromAndReasonOf, fromNow, fromRule } from './from-and-reason.tsx'

/** Confirms uninstalling a sensor. */
export function UninstallSensor({ sensor, onClose }: { sensor: SensorRow; onClose: () => void }) {
  const { t, messageText } = useText()
  const zone = useZone() ?? 'UTC'
  const uninstall = useAct(uninstallSensor, { quiet: true })
  const form = useForm({
    schema: uninstallSensor.body!,
    values: fromNow(zone),
    body: (when) => ({
      sensor_id: sensor.sensor_id,
      version: sensor.version,
      ...fromAndReasonOf(when, zone),
    }),
    rules: (values) => fromRule(values, zone),
  })
  return (
    <FormConfirm
      form={form}
      title={t('sensors.uninstallTitle', { name: sensor.name })}
      act={t('sensors.uninstallAct')}
      onSubmit={(body) => uninstall.run({ body })}
      done={messageText('uninstall_sensor_success')}
      onClose={onClose}
    >
      <p>
        {t('sensors.uninstallWhat', {
          port: sensor.sensor_port || '-',
          series: sensor.series ?? '-',
        })}
      </p>
      <FromAndReasonFields form={form} />
    </FormConfirm>
  )
}
