import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { ForecastHours, ForecastModel, InflowForecast } from '#contract/forecast.ts'
import { DECIMALS, number, signed, timeNear, unit } from '../../lib/format.ts'
import { usePresent } from '../../lib/known.ts'
import { useZone } from '../../lib/reservoir.ts'
import { view, word } from '../../lib/address-fields.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { QualityMark } from '../../ui/quality/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { AheadChart } from './chart.tsx'
import { choiceOf, choiceText, HOURS, MODELS, type ForecastChoice } from './choice.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import css from './forecast.module.css'
import { useInflowForecast } from './queries.ts'

/** The open panel, and the forecast shown on the dashboard's chart. */
const FIELDS = { panel: view(word(40)), fc: view(word(40)) }

/**
 * Inflow forecast by a baseline model: its result, its assumptions, and a switch to show it on the dashboard's chart.
 */
export default function ForecastPanel({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const { filter, show: go } = useAddress(FIELDS)
  const shown = choiceOf(filter.fc)
  const [choice, setChoice] = useState<ForecastChoice>(shown ?? { model: 'trend', hours: 24 })
  const forecast = useInflowForecast(choice.model, choice.hours)
  const same = shown !== null && choiceText(shown) === choiceText(choice)
  const possible = forecast.data !== undefined && forecast.data.about.refused === null

  function show(on: boolean) {
    // One change for both: the last of two simultaneous changes of the address wins.
    onClose()
    go({ panel: null, fc: on ? choiceText(choice) : null })
  }

  return (
    <Dialog
      title={t('forecast.title')}
      opened
      panel
      onClose={onClose}
      actions={(close) => (
        <>
          <Button variant="default" onClick={close}>
            {t('act.close')}
          </Button>
          <Button disabled={!same && !possible} onClick={() => show(!same)}>
            {t(same ? 'forecast.hide' : 'forecast.show')}
          </Button>
        </>
      )}
    >
      <div className={layoutCss.row}>
        <SegmentedControl
          size="xs"
          aria-label={t('forecast.model')}
          value={choice.model}
          data={MODELS.map((value) => ({ value, label: t(`forecast.${value}`) }))}
          onChange={(model) => setChoice({ ...choice, model: model as ForecastModel })}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('forecast.hours')}
          value={String(choice.hours)}
          data={HOURS.map((h) => ({ value: String(h), label: t(`forecast.hour${h}`) }))}
          onChange={(h) => setChoice({ ...choice, hours: Number(h) as ForecastHours })}
        />
      </div>
      <p className={`${textCss.note} ${css.baseline}`}>
        <strong>{t('forecast.baseline')}.</strong> {t('forecast.baselineHint')}
      </p>
      <Loaded query={forecast} what={t('forecast.title')} height={420}>
        {(data) => <Forecast forecast={data} />}
      </Loaded>
    </Dialog>
  )
}

function Forecast({ forecast: f }: { forecast: InflowForecast }) {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const now = usePresent()
  const { about, summary } = f
  if (!summary) return <Empty icon="missing" title={t('forecast.none')} hint={about.refused?.text} />
  const flow = unit('flow', language)
  const at = (ms: number) => timeNear(ms, now, zone, language)
  const last = f.v.length - 1
  const q = (v: number) => number(v, DECIMALS.flow)
  const volume = (v: number) => number(v, DECIMALS.inflowTotal)
  const between = (low: string, high: string) => t('forecast.between', { low, high })
  return (
    <div>
      <dl className={css.figures}>
        <Figure name={t('forecast.mean')} value={q(summary.mean)} unit={flow} />
        <Figure name={t('forecast.max')} value={q(summary.max)} unit={flow} note={at(summary.max_at)} />
        <Figure
          name={t('forecast.end')}
          value={q(f.v[last])}
          unit={flow}
          note={between(q(f.lower[last]), q(f.upper[last]))}
        />
        <Figure
          name={t('forecast.volume')}
          value={volume(summary.volume)}
          unit={unit('storage', language)}
          note={between(volume(summary.volume_lower), volume(summary.volume_upper))}
        />
      </dl>
      <AheadChart forecast={f} zone={zone} />
      <p className={css.start}>
        {t('forecast.startsAt', { value: q(about.value ?? NaN), time: at(about.from!) })}
        {about.slope !== null && `, ${t('forecast.slope', { value: signed(about.slope, 2) })}`}{' '}
        <QualityMark q={f.quality} />
      </p>
      {about.warnings.map((w) => (
        <p key={w.code} className={css.warning}>
          <Icon name="warning" size={16} />
          <span>{w.text}</span>
        </p>
      ))}
      <h3 className={css.about}>{t('forecast.about')}</h3>
      <ul className={css.assumes}>
        <li>{about.method}</li>
        {about.assumes.map((a) => (
          <li key={a.code}>{a.text}</li>
        ))}
      </ul>
    </div>
  )
}

function Figure({
  name,
  value,
  unit: u,
  note,
}: {
  name: string
  value: string
  unit: string
  note?: string
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong> <small>{u}</small>
        {note && <small className={css.below}>{note}</small>}
      </dd>
    </div>
  )
}
