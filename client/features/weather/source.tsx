import { MINUTE } from '#core/time/units.ts'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { refreshWeather, type Weather } from '#contract/weather.ts'
import { useCan } from '../../lib/app-state.ts'
import { linkTo } from '../../lib/entry.ts'
import { duration, timeNear } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import css from './weather.module.css'

/** Without an answer of our own server for so long, what is shown is not of the present, ms. */
const UNREACHED = 5 * MINUTE

/** What the provider does, where it is more than to answer; and that what is shown may not be present. */
export function SourceState({ data, now, any }: { data: Weather; now: number; any: boolean }) {
  const { t, language } = useText()
  const { provider, time_zone: zone } = data
  const issues = [...data.models, ...data.ensembles]
  const near = (at: number) => timeNear(at, now, zone, language)
  const mayRetry = provider.refresh_at !== null && provider.refresh_at <= now
  // A message is a sentence of its own elsewhere.
  const reason = (of: { message: string }) => of.message.replace(/\.$/, '')
  return (
    <div className={css.states} aria-live="polite">
      {now - data.now > UNREACHED && (
        <Notice icon="offline" tone="warn">
          {t('weatherPage.unreached', { time: near(data.now), length: duration(now - data.now, language) })}
        </Notice>
      )}
      {provider.state === 'failing' && provider.problem && (
        <Notice icon="warning" tone="warn">
          {t('weatherPage.failing', {
            since: near(provider.failing_since!),
            length: duration(now - provider.failing_since!, language),
            reason: reason(provider.problem),
          })}{' '}
          {any && t('weatherPage.failingKept')}{' '}
          {provider.next_at !== null && t('weatherPage.nextTry', { time: near(provider.next_at) })}{' '}
          {mayRetry && <Retry />}
        </Notice>
      )}
      {provider.state === 'waiting' && (
        <Notice icon="clock">
          {t('weatherPage.waiting')} {mayRetry && <Retry />}
        </Notice>
      )}
      {provider.also && (
        <Notice icon="info">{t('weatherPage.also', { reason: reason(provider.also) })}</Notice>
      )}
      {any && issues.every((i) => i.state === 'over') && (
        <Notice icon="stale" tone="warn">
          {t('weatherPage.over')}
        </Notice>
      )}
      {provider.state === 'off' && (
        <Notice icon="offline">
          <strong>{t('weatherPage.off')}.</strong> {!any && t('weatherPage.offHint')} <ToSettings />
        </Notice>
      )}
    </div>
  )
}

function Notice({ icon, tone, children }: { icon: IconName; tone?: 'warn'; children: React.ReactNode }) {
  return (
    <p className={css.notice} data-tone={tone}>
      <Icon name={icon} size={18} />
      <span>{children}</span>
    </p>
  )
}

function Retry() {
  const { t } = useText()
  const refresh = useAct(refreshWeather)
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={refresh.busy}
      onClick={() => void refresh.run().catch(() => undefined)}
    >
      {t('weatherPage.retry')}
    </Button>
  )
}

function ToSettings() {
  const { t } = useText()
  if (!useCan('settings.view')) return null
  return <Link {...linkTo('/settings/parameters?tab=weather')}>{t('weatherPage.toSettings')}</Link>
}
