import { ActionIcon, Menu } from '@mantine/core'
import type { SensorRow } from '#contract/sensors.ts'
import { dateTime } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/who.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import { tableCss as table } from '../../ui/page/index.tsx'
import { useNear, wireWords } from '../../parts/devices/index.ts'
import css from './sensors.module.css'

export type Act = 'edit' | 'setup' | 'uninstall' | 'link' | 'calibrate' | 'history' | 'retire'

interface Given {
  sensors: readonly SensorRow[]
  kinds: readonly { id: number; name: string }[]
  onAct: (act: Act, sensor: SensorRow) => void
}

const STATE_ICONS: Record<SensorRow['state'], IconName> = {
  installed: 'check',
  uninstalled: 'block',
  not_installed: 'missing',
}

export function Table({ sensors, kinds, onAct }: Given) {
  const { t } = useText()
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={t('sensors.title')}>
      <table className={table.table} aria-label={t('sensors.title')}>
        <thead>
          <tr>
            <th scope="col">{t('sensors.name')}</th>
            <th scope="col">{t('sensors.kind')}</th>
            <th scope="col">{t('sensors.state')}</th>
            <th scope="col">{t('sensors.port')}</th>
            <th scope="col">{t('sensors.target')}</th>
            <th scope="col" className={table.number}>
              {t('sensors.raw')}
            </th>
            <th scope="col" className={table.number}>
              {t('sensors.used')}
            </th>
            <th scope="col">{t('sensors.calibration')}</th>
            <th scope="col">
              <span className="sr">{t('sensors.acts')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sensors.map((s) => (
            <Row key={s.sensor_id} sensor={s} kinds={kinds} onAct={onAct} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ sensor: s, kinds, onAct }: { sensor: SensorRow } & Pick<Given, 'kinds' | 'onAct'>) {
  const { t, language } = useText()
  const near = useNear()
  const other = s.target?.series && s.series && s.target.series !== s.series
  const late = s.state === 'installed' && s.late
  return (
    <tr>
      <th scope="row">
        <div className={css.title}>{s.name}</div>
        <div className={table.small}>
          {[s.series ?? t('sensors.notLinked'), s.plate].filter(Boolean).join(' · ')}
        </div>
      </th>
      <td data-label={t('sensors.kind')}>{kinds.find((k) => k.id === s.sensor_type)?.name ?? ''}</td>
      <td data-label={t('sensors.state')}>
        <div>
          <span className={css.state} data-off={s.state !== 'installed' || undefined}>
            <Icon name={STATE_ICONS[s.state]} size={14} />
            {t(`sensors.${s.state}`)}
          </span>
          {late && (
            <span className={css.late}>
              <Icon name="stale" size={14} />
              {t('sensors.late')}
            </span>
          )}
        </div>
      </td>
      <td data-label={t('sensors.port')} data-empty={s.sensor_port === '' || undefined}>
        <span className={css.code}>{s.sensor_port || '-'}</span>
      </td>
      <td data-label={t('sensors.target')}>
        <div>
          {s.target?.name ?? '-'}
          {other && (
            <div className={css.late}>
              <Icon name="warning" size={14} />
              {t('sensors.otherSeries', { series: s.target!.series! })}
            </div>
          )}
        </div>
      </td>
      <td data-label={t('sensors.raw')} className={table.number}>
        <div>
          <div className={css.raw}>{wireWords(s.raw_data, s.quality.raw_data, s.unit ?? '', language)}</div>
          {s.date_string !== null && <div className={table.small}>{near(s.date_string)}</div>}
        </div>
      </td>
      <td data-label={t('sensors.used')} className={table.number}>
        <div className={css.value}>{wireWords(s.last_data, s.quality.last_data, s.unit ?? '', language)}</div>
      </td>
      <td data-label={t('sensors.calibration')}>
        <Calibration sensor={s} />
      </td>
      <td className={table.acts}>
        <Acts sensor={s} onAct={onAct} />
      </td>
    </tr>
  )
}

/** Enough decimals for a gain, none that say nothing. */
const plain = (v: number) => String(Math.round(v * 1e6) / 1e6)

function Calibration({ sensor }: { sensor: SensorRow }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const { gain, offset, on, from } = sensor.calibration
  if (gain === 1 && offset === 0) return <span className={css.quiet}>{t('sensors.calibrationSame')}</span>
  return (
    <div>
      <div>
        {t('sensors.calibrationLine', {
          gain: plain(gain),
          sign: offset < 0 ? '−' : '+',
          offset: plain(Math.abs(offset)),
        })}
      </div>
      <div className={css.quiet}>
        {[
          from === null ? t('sensors.always') : t('sensors.since', { time: dateTime(from, zone, language) }),
          on === 'position' ? t('sensors.onPosition') : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </div>
  )
}

function Acts({ sensor, onAct }: { sensor: SensorRow } & Pick<Given, 'onAct'>) {
  const { t } = useText()
  const mayUpdate = useCan('sensor.update')
  const mayChange = useCan('sensor.change-status')
  const item = (act: Act, icon: IconName, words: string, danger = false) => (
    <Menu.Item
      leftSection={<Icon name={icon} />}
      className={danger ? css.danger : undefined}
      onClick={() => onAct(act, sensor)}
    >
      {words}
    </Menu.Item>
  )
  const installed = sensor.state === 'installed'
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('items.actsOf', { name: sensor.name })}
        >
          <Icon name="more" size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayChange && !installed && item('setup', 'plus', t('sensors.setup'))}
        {mayUpdate && item('calibrate', 'edited', t('sensors.calibrate'))}
        {mayUpdate && item('link', 'swap', t('sensors.link'))}
        {mayUpdate && item('edit', 'edited', t('items.edit'))}
        {item('history', 'clock', t('items.history'))}
        {mayChange && installed && item('uninstall', 'block', t('sensors.uninstall'), true)}
        {mayUpdate && !installed && item('retire', 'trash', t('items.retire'), true)}
      </Menu.Dropdown>
    </Menu>
  )
}
