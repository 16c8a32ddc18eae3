import { Button } from '@mantine/core'
import { useState } from 'react'
import type { SensorRow } from '#contract/sensors.ts'
import { word } from '../../lib/address-fields.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useItems, useOptions } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { FilterBar } from '../../ui/filter/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { AddButton, Page } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { ItemHistory, RetireItem } from '../../parts/described-items/index.ts'
import { CalibrateSensor } from './calibrate.tsx'
import { SensorEditor } from './editor.tsx'
import { KindHistory } from './history.tsx'
import { LinkSensor } from './link.tsx'
import { SensorPorts } from './ports.tsx'
import { useSensors } from './queries.ts'
import { InstallSensor } from './setup.tsx'
import { SensorTable, type SensorAct } from './table.tsx'
import { UninstallSensor } from './uninstall.tsx'

type Open = { act: 'add' | 'kind-history' | 'ports' } | { act: SensorAct; sensor: SensorRow } | null
const ANY = 0
const FIELDS = { kind: word(4, /^\d+$/) }

/** Page of the measuring devices by kind: ports, readings, use, and history of changes. */
export default function Sensors() {
  const { t } = useText()
  useTitle('route.sensors')
  const sensors = useSensors()
  const kinds = useOptions().data?.sensor_types ?? []
  const mayUpdate = useCan('sensor.update')
  const seesPorts = useCan('stations.view')
  const [open, setOpen] = useState<Open>(null)
  const address = useAddress(FIELDS)
  const kind = Number(address.filter.kind ?? ANY)
  const close = () => setOpen(null)
  const kindName = kinds.find((k) => k.id === kind)?.name ?? t('sensors.all')

  const add = mayUpdate && <AddButton label={t('sensors.add')} onClick={() => setOpen({ act: 'add' })} />
  return (
    <>
      <Page
        error={sensors.error}
        title={t('sensors.title')}
        hint={t('sensors.about')}
        actions={add}
        filter={
          <>
            <FilterBar
              {...address}
              // A single field is cleared by its own button.
              filtered={false}
              fields={[
                {
                  kind: 'choice',
                  name: 'kind',
                  label: t('sensors.kind'),
                  any: `${t('sensors.all')} (${sensors.data?.length ?? 0})`,
                  options: kinds.map((k) => ({
                    value: String(k.id),
                    label: `${k.name} (${sensors.data?.filter((s) => s.sensor_type === k.id).length ?? 0})`,
                  })),
                  width: 260,
                  wide: true,
                },
              ]}
            />
            <Button
              variant="default"
              leftSection={<Icon name="clock" size={16} />}
              onClick={() => setOpen({ act: 'kind-history' })}
            >
              {t('sensors.history')}
            </Button>
            {seesPorts && (
              <Button variant="default" onClick={() => setOpen({ act: 'ports' })}>
                {t('sensors.showPorts')}
              </Button>
            )}
          </>
        }
      >
        <Loaded query={sensors} what={t('sensors.title')} height={420}>
          {(all) => {
            if (all.length === 0)
              return (
                <Empty
                  icon="sensor"
                  title={t('sensors.empty')}
                  hint={t(mayUpdate ? 'sensors.emptyHint' : 'sensors.emptyHintView')}
                >
                  {add}
                </Empty>
              )
            const shown = all.filter((s) => kind === ANY || s.sensor_type === kind)
            return shown.length === 0 ? (
              <Empty roomy icon="sensor" title={t('sensors.noneOfKind')} />
            ) : (
              <SensorTable sensors={shown} kinds={kinds} onAct={(act, sensor) => setOpen({ act, sensor })} />
            )
          }}
        </Loaded>
      </Page>
      {open?.act === 'add' && <SensorEditor id={null} kind={kind === ANY ? 2 : kind} onClose={close} />}
      {open?.act === 'edit' && <SensorEditor id={open.sensor.sensor_id} kind={ANY} onClose={close} />}
      {open?.act === 'setup' && <InstallSensor sensor={open.sensor} onClose={close} />}
      {open?.act === 'uninstall' && <UninstallSensor sensor={open.sensor} onClose={close} />}
      {open?.act === 'link' && <LinkSensor sensor={open.sensor} onClose={close} />}
      {open?.act === 'calibrate' && <CalibrateSensor sensor={open.sensor} onClose={close} />}
      {open?.act === 'history' && (
        <ItemHistory noun="sensor" id={open.sensor.sensor_id} name={open.sensor.name} onClose={close} />
      )}
      {open?.act === 'retire' && <RetireSensor sensor={open.sensor} onClose={close} />}
      {open?.act === 'kind-history' && <KindHistory kind={kind} name={kindName} onClose={close} />}
      {open?.act === 'ports' && <SensorPorts onClose={close} />}
    </>
  )
}

function RetireSensor({ sensor, onClose }: { sensor: SensorRow; onClose: () => void }) {
  const item = useItems('sensor').data?.find((v) => v.id === sensor.sensor_id)
  return item ? <RetireItem noun="sensor" item={item} onClose={onClose} /> : null
}
