import type { StationRow } from '#contract/stations.ts'
import { duration, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { type IconName } from '../../ui/icon/index.tsx'
import { DataTable, RowName, type TableSort } from '../../ui/table/index.ts'
import { dischargeWords, useNear, wireWords } from '../../parts/devices/index.ts'
import { Why } from '../../parts/explain/index.tsx'
import type { StationOrder } from './list.ts'
import { StationState } from './state.tsx'
import textCss from '../../ui/text.module.css'
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
              <RowName name={s.name} onOpen={() => onAct('view', s)} />
              <div className={textCss.small}>{s.station_code}</div>
            </>
          ),
        },
        {
          id: 'type',
          head: t('stations.type'),
          sort: true,
          value: (s) => typeOf(s.station_type_id),
        },
        {
          id: 'last',
          head: t('stations.last'),
          align: 'number',
          value: (s) => s.last_data,
          cell: (s) => (
            <div>
              {s.discharge && (
                <div className={`${textCss.value} ${css.value}`} data-late={s.state === 'late' || undefined}>
                  <Why series={s.discharge.series}>{dischargeWords(s.discharge, language)}</Why>
                </div>
              )}
              <div
                className={s.discharge ? textCss.small : `${textCss.value} ${css.value}`}
                data-late={s.state === 'late' || undefined}
              >
                <Why series={s.date_string === null ? null : s.series}>
                  {wireWords(s.last_data, s.quality.last_data, s.unit, language)}
                </Why>
              </div>
              {s.date_string !== null && (
                <div className={textCss.small}>
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
        name: (s) => s.name,
        acts: (s) => {
          const act = (name: StationAct, icon: IconName, label: string) => ({
            icon,
            label,
            run: () => onAct(name, s),
          })
          return [
            act('view', 'eye', t('items.view')),
            mayUpdate && act('edit', 'edited', t('items.edit')),
            mayUpdate && act('replace', 'swap', t('stations.replace')),
            act('history', 'clock', t('items.history')),
            mayUpdate && { ...act('retire', 'trash', t('items.retire')), grave: true },
          ]
        },
      }}
    />
  )
}
