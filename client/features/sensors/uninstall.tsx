import { uninstallSensor, type SensorRow } from '#contract/sensors.ts'
import { reasonOf } from '../../lib/failures.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { useAct } from './queries.ts'
import { useWhen } from './when.tsx'

/** The question before a sensor is taken down. */
export function Uninstall({ sensor, onClose }: { sensor: SensorRow; onClose: () => void }) {
  const { t, say } = useText()
  const uninstall = useAct(uninstallSensor)
  const when = useWhen()

  function act() {
    const at = when.check()
    if (!at) return
    const { sensor_id, version } = sensor
    uninstall.mutate(
      { sensor_id, version, ...at },
      {
        onSuccess: () => {
          notice('done', say('uninstall_sensor_success'))
          onClose()
        },
      },
    )
  }

  return (
    <Confirm
      opened
      title={t('sensors.uninstallTitle', { name: sensor.name })}
      act={t('sensors.uninstallAct')}
      busy={uninstall.isPending}
      failure={uninstall.error ? reasonOf(uninstall.error) : null}
      onAct={act}
      onClose={onClose}
    >
      <p>
        {t('sensors.uninstallWhat', {
          port: sensor.sensor_port || '-',
          series: sensor.series ?? '-',
        })}
      </p>
      {when.fields()}
    </Confirm>
  )
}
