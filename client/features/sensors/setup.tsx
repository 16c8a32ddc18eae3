import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { setupSensor, type SensorRow } from '#contract/sensors.ts'
import { notice } from '../../lib/notice.ts'
import { useText } from '../../lib/text/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { PortInput, SourceSelect } from '../../parts/devices/index.ts'
import { ActPanel, refusalOf } from './act.tsx'
import { usePorts, useAct, useSensorSeries } from './queries.ts'
import { TargetSelect } from './target-select.tsx'
import { useWhen } from './when.tsx'

/** Sets a sensor up at a free port, once somebody has said that they are sure. */
export function Setup({ sensor, onClose }: { sensor: SensorRow; onClose: () => void }) {
  const { t, say } = useText()
  const ports = usePorts().data ?? []
  const series = useSensorSeries()
  const setup = useAct(setupSensor)
  const when = useWhen()
  const [port, setPort] = useState(sensor.former.sensor_port ?? '')
  const [code, setCode] = useState(sensor.series ?? sensor.former.series)
  const [target, setTarget] = useState<{ noun: 'station' | 'position' | 'leaf' | 'unit'; id: string } | null>(
    sensor.target && { noun: sensor.target.noun, id: sensor.target.id },
  )
  const [tried, setTried] = useState(false)
  const [asking, setAsking] = useState<{ from: string; reason: string | null } | null>(null)

  const portProblem = tried && port.trim() === '' ? t('sensors.pickPort') : undefined
  const seriesProblem = tried && code === null ? say('sensor_needs_series') : undefined

  function submit(): boolean {
    setTried(true)
    const at = when.check()
    if (!at || port.trim() === '' || code === null) return false
    setAsking(at)
    return true
  }

  function act() {
    const { sensor_id, version } = sensor
    setup.mutate(
      { sensor_id, version, sensor_port: port.trim(), series: code!, target, ...asking! },
      {
        onSuccess: () => {
          notice('done', say('setup_sensor_success'))
          onClose()
        },
        onError: () => setAsking(null),
      },
    )
  }

  return (
    <>
      <ActPanel
        title={t('sensors.setupTitle', { name: sensor.name })}
        act={t('sensors.setup')}
        busy={setup.isPending}
        error={setup.error}
        fields={['sensor_port', 'series', 'target', 'from']}
        dirty={when.dirty || port !== (sensor.former.sensor_port ?? '')}
        onSubmit={submit}
        onClose={onClose}
      >
        <PortInput
          label={t('sensors.port')}
          ports={ports}
          free
          value={port}
          onChange={setPort}
          error={portProblem ?? refusalOf(setup.error, 'sensor_port')}
        />
        {series.data ? (
          <SourceSelect
            label={t('sensors.series')}
            sources={series.data}
            value={code}
            onChange={setCode}
            usedBy={(s) => s.sensors.filter((x) => x.sensor_id !== sensor.sensor_id).map((x) => x.name)}
            error={seriesProblem ?? refusalOf(setup.error, 'series')}
          />
        ) : (
          <Skeleton height={58} aria-busy aria-label={t('sensors.series')} />
        )}
        <TargetSelect
          kind={sensor.sensor_type}
          value={target && target.id === sensor.target?.id ? sensor.target : target}
          onChange={setTarget}
          error={refusalOf(setup.error, 'target')}
        />
        {when.fields(refusalOf(setup.error, 'from'))}
      </ActPanel>
      <Confirm
        opened={asking !== null}
        title={t('sensors.setupTitle', { name: sensor.name })}
        act={t('sensors.setup')}
        busy={setup.isPending}
        onAct={act}
        onClose={() => setAsking(null)}
      >
        <p>
          {t('sensors.port')} {port.trim()} · {code}
        </p>
        <p>{t('sensors.setupAsk')}</p>
      </Confirm>
    </>
  )
}
