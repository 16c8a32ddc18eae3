import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { setupSensor, type SensorRow } from '#contract/sensors.ts'
import { useForm } from '../../lib/form/index.ts'
import { notice } from '../../lib/notice.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { FormDialog } from '../../ui/form/index.ts'
import { PortInput, SourceSelect } from '../../parts/devices/index.ts'
import { FromAndReasonFields, fromAndReasonOf, fromNow, fromRule } from './from-and-reason.tsx'
import { useSensorPorts, useSensorSeries } from './queries.ts'
import { targetOf, TargetSelect } from './target-select.tsx'

const schema = setupSensor.body!

/** Installs a sensor at a free port, after confirmation. */
export function InstallSensor({ sensor, onClose }: { sensor: SensorRow; onClose: () => void }) {
  const { t, messageText } = useText()
  const zone = useZone() ?? 'UTC'
  const ports = useSensorPorts().data ?? []
  const series = useSensorSeries()
  const setup = useAct(setupSensor, { quiet: true })
  const form = useForm({
    schema,
    values: {
      sensor_port: sensor.former.sensor_port ?? '',
      series: sensor.series ?? sensor.former.series,
      target: targetOf(sensor),
      ...fromNow(zone),
    },
    body: ({ sensor_port, series, target, ...when }) => ({
      sensor_id: sensor.sensor_id,
      version: sensor.version,
      sensor_port: sensor_port.trim(),
      series,
      target,
      ...fromAndReasonOf(when, zone),
    }),
    rules: (values) => ({
      sensor_port: values.sensor_port.trim() === '' && t('sensors.pickPort'),
      series: values.series === null && messageText('sensor_needs_series'),
      ...fromRule(values, zone),
    }),
  })
  const [checked, setChecked] = useState<z.output<typeof schema> | null>(null)

  async function install(body: z.output<typeof schema>) {
    const sent = await form.run(() => setup.run({ body }))
    setChecked(null)
    if (!sent) return
    notice('done', messageText('setup_sensor_success'))
    onClose()
  }

  return (
    <>
      <FormDialog
        form={form}
        panel
        title={t('sensors.setupTitle', { name: sensor.name })}
        act={t('sensors.setup')}
        onSubmit={async (body) => setChecked(body)}
        onDone={() => undefined}
        covered={checked !== null}
        conflict={{ text: t('items.conflict') }}
        onClose={onClose}
      >
        <PortInput
          label={t('sensors.port')}
          ports={ports}
          free
          value={form.values.sensor_port}
          onChange={(port) => form.set('sensor_port', port)}
          error={form.errorOf('sensor_port')}
        />
        {series.data ? (
          <SourceSelect
            label={t('sensors.series')}
            sources={series.data}
            value={form.values.series}
            onChange={(code) => form.set('series', code)}
            usedBy={(s) => s.sensors.filter((x) => x.sensor_id !== sensor.sensor_id).map((x) => x.name)}
            error={form.errorOf('series')}
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
      <Confirm
        opened={checked !== null}
        title={t('sensors.setupTitle', { name: sensor.name })}
        act={t('sensors.setup')}
        busy={form.busy}
        onAct={() => {
          if (checked) void install(checked)
        }}
        onClose={() => setChecked(null)}
      >
        <p>
          {t('sensors.port')} {form.values.sensor_port.trim()} · {form.values.series}
        </p>
        <p>{t('sensors.setupAsk')}</p>
      </Confirm>
    </>
  )
}
