import type { SensorRow } from '#contract/sensors.ts'
import { dateTime } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import { DataTable } from '../../ui/table/index.ts'
import { useNear, wireWords } from '../../parts/devices/index.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './sensors.module.css'

export type SensorAct = 'edit' | 'setup' | 'uninstall' | 'link' | 'calibrate' | 'history' | 'retire'

interface Props {
  sensors: readonly SensorRow[]
  kinds: readonly { id: number; name: string }[]
  onAct: (act: SensorAct, sensor: SensorRow) => void
}

const STATE_ICONS: Record<SensorRow['state'], IconName> = {
  installed: 'check',
  uninstalled: 'block',
  not_installed: 'missing',
}

/** Table of sensors; cards on a phone. */
export function SensorTable({ sensors, kinds, onAct }: Props) {
  const { t, language } = useText()
  const near = useNear()
  const mayUpdate = useCan('sensor.update')
  const mayChange = useCan('sensor.change-status')
  const kind = (s: SensorRow) => kinds.find((k) => k.id === s.sensor_type)?.name ?? ''
  const words = (s: SensorRow, value: 'raw_data' | 'last_data') =>
    wireWords(s[value], s.quality[value], s.unit ?? '', language)
  return (
    <DataTable
      label={t('sensors.title')}
      rows={sensors}
      rowKey={(s) => s.sensor_id}
      columns={[
        {
          id: 'name',
          head: t('sensors.name'),
          rowHeader: true,
          value: (s) => s.name,
          cell: (s) => (
            <>
              <div className={css.title}>{s.name}</div>
              <div className={textCss.small}>
                {[s.series ?? t('sensors.notLinked'), s.plate].filter(Boolean).join(' · ')}
              </div>
            </>
          ),
        },
        { id: 'kind', head: t('sensors.kind'), value: kind },
        {
          id: 'state',
          head: t('sensors.state'),
          value: (s) => t(`sensors.${s.state}`),
          cell: (s) => (
            <div>
              <span
                className={`${layoutCss.inlineClose} ${css.state}`}
                data-off={s.state !== 'installed' || undefined}
              >
                <Icon name={STATE_ICONS[s.state]} size={14} />
                {t(`sensors.${s.state}`)}
              </span>
              {s.state === 'installed' && s.late && (
                <span className={css.late}>
                  <Icon name="stale" size={14} />
                  {t('sensors.late')}
                </span>
              )}
            </div>
          ),
        },
        {
          id: 'port',
          head: t('sensors.port'),
          hideOnPhone: (s) => s.sensor_port === '',
          value: (s) => s.sensor_port,
          cell: (s) => <span className={css.code}>{s.sensor_port || '-'}</span>,
        },
        {
          id: 'target',
          head: t('sensors.target'),
          value: (s) => s.target?.name,
          cell: (s) => (
            <div>
              {s.target?.name ?? '-'}
              {s.target?.series && s.series && s.target.series !== s.series && (
                <div className={css.late}>
                  <Icon name="warning" size={14} />
                  {t('sensors.otherSeries', { series: s.target.series })}
                </div>
              )}
            </div>
          ),
        },
        {
          id: 'raw',
          head: t('sensors.raw'),
          align: 'number',
          value: (s) => s.raw_data,
          cell: (s) => (
            <div>
              <div className={textCss.nowrap}>{words(s, 'raw_data')}</div>
              {s.date_string !== null && <div className={textCss.small}>{near(s.date_string)}</div>}
            </div>
          ),
        },
        {
          id: 'used',
          head: t('sensors.used'),
          align: 'number',
          value: (s) => s.last_data,
          cell: (s) => <div className={textCss.value}>{words(s, 'last_data')}</div>,
        },
        { id: 'calibration', head: t('sensors.calibration'), cell: (s) => <Calibration sensor={s} /> },
      ]}
      actions={{
        head: t('sensors.acts'),
        name: (s) => s.name,
        acts: (s) => {
          const installed = s.state === 'installed'
          const act = (name: SensorAct, icon: IconName, label: string) => ({
            icon,
            label,
            run: () => onAct(name, s),
          })
          return [
            mayChange && !installed && act('setup', 'plus', t('sensors.setup')),
            mayUpdate && act('calibrate', 'edited', t('sensors.calibrate')),
            mayUpdate && act('link', 'swap', t('sensors.link')),
            mayUpdate && act('edit', 'edited', t('items.edit')),
            act('history', 'clock', t('items.history')),
            mayChange && installed && { ...act('uninstall', 'block', t('sensors.uninstall')), grave: true },
            mayUpdate && !installed && { ...act('retire', 'trash', t('items.retire')), grave: true },
          ]
        },
      }}
    />
  )
}

/** Formats a gain without trailing zeros. */
const plain = (v: number) => String(Math.round(v * 1e6) / 1e6)

function Calibration({ sensor }: { sensor: SensorRow }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const { gain, offset, on, from } = sensor.calibration
  if (gain === 1 && offset === 0) return <span className={textCss.small}>{t('sensors.calibrationSame')}</span>
  return (
    <div>
      <div>
        {t('sensors.calibrationLine', {
          gain: plain(gain),
          sign: offset < 0 ? '−' : '+',
          offset: plain(Math.abs(offset)),
        })}
      </div>
      <div className={textCss.small}>
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
