import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { setLink, type SensorRow } from '#contract/sensors.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { SourceSelect } from '../../parts/devices/index.ts'
import { ActPanel, refusalOf } from './act.tsx'
import { useAct, useSensorSeries } from './queries.ts'
import { TargetSelect } from './target-select.tsx'
import { useWhen } from './when.tsx'

/** Links a sensor to the series that its readings come in as, and to what it measures. */
export function Link({ sensor, onClose }: { sensor: SensorRow; onClose: () => void }) {
  const { t } = useText()
  const series = useSensorSeries()
  const link = useAct(setLink)
  const when = useWhen()
  const [code, setCode] = useState(sensor.series)
  const own = sensor.target && { noun: sensor.target.noun, id: sensor.target.id }
  const [target, setTarget] = useState(own)

  function submit(): boolean {
    const at = when.check()
    if (!at) return false
    const { sensor_id, version } = sensor
    link.mutate(
      { sensor_id, version, series: code, target, ...at },
      {
        onSuccess: () => {
          notice('done', t('sensors.linked', { name: sensor.name }))
          onClose()
        },
      },
    )
    return true
  }

  return (
    <ActPanel
      title={t('sensors.linkTitle', { name: sensor.name })}
      act={t('sensors.linkAct')}
      busy={link.isPending}
      error={link.error}
      fields={['series', 'target', 'from']}
      dirty={when.dirty || code !== sensor.series || target?.id !== own?.id}
      onSubmit={submit}
      onClose={onClose}
    >
      {series.data ? (
        <SourceSelect
          label={t('sensors.series')}
          description={t('sensors.unlink')}
          sources={series.data}
          value={code}
          onChange={setCode}
          usedBy={(s) => s.sensors.filter((x) => x.sensor_id !== sensor.sensor_id).map((x) => x.name)}
          error={refusalOf(link.error, 'series')}
          clearable
        />
      ) : (
        <Skeleton height={58} aria-busy aria-label={t('sensors.series')} />
      )}
      <TargetSelect
        kind={sensor.sensor_type}
        value={target && target.id === sensor.target?.id ? sensor.target : target}
        onChange={setTarget}
        error={refusalOf(link.error, 'target')}
      />
      {when.fields(refusalOf(link.error, 'from'))}
    </ActPanel>
  )
}
