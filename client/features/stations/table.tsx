import { ActionIcon, Menu } from '@mantine/core'
import type { StationRow } from '#contract/stations.ts'
import { duration, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import { DataTable, tableCss, type TableSort } from '../../ui/table/index.ts'
import { dischargeWords, useNear, wireWords } from '../../parts/devices/index.ts'
import { Why } from '../../parts/explain/index.tsx'
import type { StationOrder } from './list.ts'
import { StationState } from './state.tsx'
import css from './stations.module.css'

export type StationAct = 'view' | 'edit' | 'replace' | 'history' | 'retire'

interface Props {
  stations: readonly StationRow[]
  types: readonly { id: number; name: string }[] | undefined
  sort: TableSort<StationOrder>
  onSort: (sort: TableSort<StationOrder>) => void
  mayUpdate: boolean
  onAct: (act: StationAct, station: StationRow) => void
}

export function StationTable({ stations, types, sort, onSort, mayUpdate, onAct }: Props) {
  const { t, language } = useText()
  const near = useNear()
  const typeOf = (id: number) => types?.find((o) => o.id === id)?.name ?? ''
  return (
    <DataTable
      label={t('stations.title')}
      rows={stations}
      rowKey={(s) => s.station_id}
      sort={sort}
      onSort={onSort}
      columns={[
        {
          id: 'name',
          head: t('stations.name'),
          rowHeader: true,
          sort: true,
          value: (s) => s.name,
          cell: (s) => (
            <>
              <button type="button" className={css.name} onClick={() => onAct('view', s)}>
                {s.name}
              </button>
              <div className={tableCss.small}>{s.station_code}</div>
            </>
          ),
        },
        {
          id: 'type',
          head: t('stations.type'),
          sort: true,
          value: (s) => typeOf(s.station_type_id),
          cell: (s) => typeOf(s.station_type_id),
        },
        {
          id: 'last',
          head: t('stations.last'),
          align: 'number',
          value: (s) => s.last_data,
          cell: (s) => (
            <div>
              {s.discharge && (
                <div className={css.value} data-late={s.state === 'late' || undefined}>
                  <Why series={s.discharge.series}>{dischargeWords(s.discharge, language)}</Why>
                </div>
              )}
              <div
                className={s.discharge ? tableCss.small : css.value}
                data-late={s.state === 'late' || undefined}
              >
                <Why series={s.date_string === null ? null : s.series}>
                  {wireWords(s.last_data, s.quality.last_data, s.unit, language)}
                </Why>
              </div>
              {s.date_string !== null && (
                <div className={tableCss.small}>
                  {near(s.date_string)}
                  {s.kind === 'total' && ` · ${duration(s.every * 1000, language)}`}
                </div>
              )}
            </div>
          ),
        },
        { id: 'state', head: t('stations.state'), sort: true, cell: (s) => <StationState station={s} /> },
        {
          id: 'port',
          head: t('stations.port'),
          hideOnPhone: (s) => s.sensor_port === '',
          value: (s) => s.sensor_port,
          cell: (s) => <span className={css.code}>{s.sensor_port || '-'}</span>,
        },
        {
          id: 'province',
          head: t('stations.province'),
          value: (s) => s.province,
          cell: (s) => s.province,
        },
        {
          id: 'thiessen',
          head: t('stations.thiessen'),
          align: 'number',
          hideOnPhone: (s) => s.station_type_id !== 1,
          value: (s) => (s.station_type_id === 1 ? s.thiessen_coefficient : null),
          cell: (s) => (s.station_type_id === 1 ? number(s.thiessen_coefficient, 3) : ''),
        },
      ]}
      actions={{
        head: t('sensors.acts'),
        cell: (s) => <Acts station={s} mayUpdate={mayUpdate} onAct={onAct} />,
      }}
    />
  )
}

function Acts({ station, mayUpdate, onAct }: { station: StationRow } & Pick<Props, 'mayUpdate' | 'onAct'>) {
  const { t } = useText()
  const item = (act: StationAct, icon: IconName, words: string, danger = false) => (
    <Menu.Item
      leftSection={<Icon name={icon} />}
      className={danger ? css.danger : undefined}
      onClick={() => onAct(act, station)}
    >
      {words}
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('items.actsOf', { name: station.name })}
        >
          <Icon name="more" size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item('view', 'eye', t('items.view'))}
        {mayUpdate && item('edit', 'edited', t('items.edit'))}
        {mayUpdate && item('replace', 'swap', t('stations.replace'))}
        {item('history', 'clock', t('items.history'))}
        {mayUpdate && item('retire', 'trash', t('items.retire'), true)}
      </Menu.Dropdown>
    </Menu>
  )
}
