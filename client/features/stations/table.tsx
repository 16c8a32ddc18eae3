import { ActionIcon, Menu } from '@mantine/core'
import type { StationRow } from '#contract/stations.ts'
import { duration, number } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import { Sortable, tableCss as table } from '../../ui/page/index.tsx'
import { dischargeWords, useNear, wireWords } from '../../parts/devices/index.ts'
import { Why } from '../../parts/explain/index.tsx'
import type { Sort } from './list.ts'
import { State } from './state.tsx'
import css from './stations.module.css'

export type Act = 'view' | 'edit' | 'replace' | 'history' | 'retire'

interface Given {
  stations: readonly StationRow[]
  types: readonly { id: number; name: string }[] | undefined
  sort: { by: Sort; order: 'asc' | 'desc' }
  onSort: (sort: { by: Sort; order: 'asc' | 'desc' }) => void
  mayUpdate: boolean
  onAct: (act: Act, station: StationRow) => void
}

export function Table({ stations, types, sort, onSort, mayUpdate, onAct }: Given) {
  const { t, language } = useText()
  const near = useNear()
  const typeOf = (id: number) => types?.find((o) => o.id === id)?.name ?? ''
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={t('stations.title')}>
      <table className={table.table} aria-label={t('stations.title')}>
        <thead>
          <tr>
            <Sortable column="name" label={t('stations.name')} sort={sort} onSort={onSort} />
            <Sortable column="type" label={t('stations.type')} sort={sort} onSort={onSort} />
            <th scope="col" className={table.number}>
              {t('stations.last')}
            </th>
            <Sortable column="state" label={t('stations.state')} sort={sort} onSort={onSort} />
            <th scope="col">{t('stations.port')}</th>
            <th scope="col">{t('stations.province')}</th>
            <th scope="col" className={table.number}>
              {t('stations.thiessen')}
            </th>
            <th scope="col">
              <span className="sr">{t('sensors.acts')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {stations.map((s) => (
            <tr key={s.station_id}>
              <th scope="row">
                <button type="button" className={css.name} onClick={() => onAct('view', s)}>
                  {s.name}
                </button>
                <div className={table.small}>{s.station_code}</div>
              </th>
              <td data-label={t('stations.type')}>{typeOf(s.station_type_id)}</td>
              <td data-label={t('stations.last')} className={table.number}>
                <div>
                  {s.discharge && (
                    <div className={css.value} data-late={s.state === 'late' || undefined}>
                      <Why series={s.discharge.series}>{dischargeWords(s.discharge, language)}</Why>
                    </div>
                  )}
                  <div
                    className={s.discharge ? table.small : css.value}
                    data-late={s.state === 'late' || undefined}
                  >
                    <Why series={s.date_string === null ? null : s.series}>
                      {wireWords(s.last_data, s.quality.last_data, s.unit, language)}
                    </Why>
                  </div>
                  {s.date_string !== null && (
                    <div className={table.small}>
                      {near(s.date_string)}
                      {s.kind === 'total' && ` · ${duration(s.every * 1000, language)}`}
                    </div>
                  )}
                </div>
              </td>
              <td data-label={t('stations.state')}>
                <State station={s} />
              </td>
              <td data-label={t('stations.port')} data-empty={s.sensor_port === '' || undefined}>
                <span className={css.code}>{s.sensor_port || '-'}</span>
              </td>
              <td data-label={t('stations.province')}>{s.province}</td>
              <td
                data-label={t('stations.thiessen')}
                className={table.number}
                data-empty={s.station_type_id !== 1 || undefined}
              >
                {s.station_type_id === 1 ? number(s.thiessen_coefficient, 3) : ''}
              </td>
              <td className={table.acts}>
                <Acts station={s} mayUpdate={mayUpdate} onAct={onAct} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Acts({ station, mayUpdate, onAct }: { station: StationRow } & Pick<Given, 'mayUpdate' | 'onAct'>) {
  const { t } = useText()
  const item = (act: Act, icon: IconName, words: string, danger = false) => (
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
