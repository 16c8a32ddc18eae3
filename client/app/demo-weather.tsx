import { Menu } from '@mantine/core'
import { getDemoWeather, setDemoWeather } from '#contract/demo-weather.ts'
import { notice } from '../lib/notice.ts'
import { useAct, useRead } from '../lib/query.ts'
import { useText } from '../lib/text/index.ts'
import { Icon } from '../ui/icon/index.tsx'

/** Button that starts a typhoon over the simulated plant, or stops it. Demo only. */
export default function DemoWeather() {
  const { t } = useText()
  const weather = useRead(getDemoWeather, {}, { staleTime: 0, quiet: true })
  const act = useAct(setDemoWeather)
  if (!weather.data) return null
  const flood = !weather.data.flood
  return (
    <Menu.Item
      leftSection={<Icon name={flood ? 'rising' : 'falling'} />}
      disabled={act.busy}
      onClick={() =>
        void act
          .run({ body: { flood } })
          .then(() => notice('done', t(flood ? 'shell.floodComes' : 'shell.calmComes')))
      }
    >
      {t(flood ? 'shell.flood' : 'shell.calm')}
    </Menu.Item>
  )
}
