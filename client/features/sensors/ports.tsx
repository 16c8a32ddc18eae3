import { Button } from '@mantine/core'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import { useSensorPorts } from './queries.ts'
import textCss from '../../ui/text.module.css'
import css from './sensors.module.css'

/** Lists free ports, and the sensors at the others. */
export function SensorPorts({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const ports = useSensorPorts()
  return (
    <Dialog
      opened
      panel
      title={t('sensors.ports')}
      onClose={onClose}
      actions={(leave) => (
        <Button variant="default" onClick={leave} data-autofocus>
          {t('act.close')}
        </Button>
      )}
    >
      <Loaded query={ports} what={t('sensors.ports')} height={320}>
        {(all) => {
          const known = all.filter((p) => !p.is_new)
          const free = known.filter((p) => p.available).length
          return (
            <>
              <p>
                {t('sensors.portsTaken', { n: known.length - free })} · {t('sensors.portsFree', { n: free })}
              </p>
              <ul className={css.ports}>
                {known.map((p) => (
                  <li key={p.sensor_port}>
                    <Icon name={p.available ? 'missing' : 'check'} size={14} />
                    <span className={css.code}>{p.sensor_port}</span>
                    <span className={textCss.small}>
                      {p.available
                        ? t('sensors.portFree')
                        : t('sensors.portTaken', { name: p.sensor_name ?? '' })}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )
        }}
      </Loaded>
    </Dialog>
  )
}
