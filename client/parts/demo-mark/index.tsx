import { Tooltip } from '@mantine/core'
import { useLocation } from 'react-router'
import { getDemoWeather } from '#contract/demo-weather.ts'
import { MINUTE } from '#core/time/units.ts'
import { duration } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan, useConfig } from '../../lib/app-state.ts'

/** Refetch interval, ms: another person may have started the typhoon, and its fast clock ends by itself. */
const EVERY = 10_000

/** Marks the readings of a simulated plant, with the speed of the clock during its typhoon; otherwise nothing. */
export function DemoMark({ className }: { className: string }) {
  const { t, language } = useText()
  const { demo } = useConfig()
  // A demo is left at the set-up: after that, before the page is loaded again, there is no weather to read.
  const leaving = useLocation().pathname === '/setup'
  const enabled = useCan('dashboard.view') && demo && !leaving
  const weather = useRead(getDemoWeather, {}, { staleTime: 0, refetchInterval: EVERY, quiet: true, enabled })
  if (!demo) return null
  const { flood = false, speed = 1, ahead = 0 } = weather.data ?? {}
  const name = flood ? (speed > 1 ? 'product.demoFast' : 'product.demoFlood') : 'product.demo'
  const clock = ahead >= MINUTE ? ` ${t('product.demoAhead', { time: duration(ahead, language) })}` : ''
  return (
    <Tooltip label={`${t('product.demoHint')}.${clock}`}>
      <span className={className}>{t(name, { speed })}</span>
    </Tooltip>
  )
}
