import { MINUTE } from '#core/time/units.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { getWeather, type Weather } from '#contract/weather.ts'
import { useCan, useConfig } from '../../lib/app-state.ts'
import { dateTime, number } from '../../lib/format.ts'
import { useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useNow } from '../../lib/use-now.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { Forbidden, Loaded } from '../../ui/state.tsx'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import { HourlyChart } from './chart.tsx'
import { DaysAhead } from './days.tsx'
import { WEATHER_FIELDS } from './fields.ts'
import { ForecastMap } from './map.tsx'
import { chosenOf } from './model.ts'
import { RainSums } from './places.tsx'
import { Models } from './present.tsx'
import { SourceState } from './source.tsx'
import { UploadForecast } from './upload.tsx'
import css from './weather.module.css'

/** Page of the weather ahead, by each model, with where it comes from and how old it is. */
export default function WeatherPage() {
  const { t } = useText()
  const may = useCan('weather')
  const mayUpload = useCan('settings.update')
  const [uploading, setUploading] = useState(false)
  useTitle('route.weather')
  const weather = useRead(
    getWeather,
    {},
    { enabled: may, staleTime: 0, refetchInterval: MINUTE, failed: 'load_weather_failed' },
  )
  if (!may) return <Forbidden />
  return (
    <Page
      title={t('route.weather')}
      hint={t('weatherPage.about')}
      error={weather.error}
      actions={
        mayUpload && (
          <Button
            variant="default"
            leftSection={<Icon name="upload" size={16} />}
            onClick={() => setUploading(true)}
          >
            {t('weatherPage.uploadTitle')}
          </Button>
        )
      }
    >
      <Loaded query={weather} what={t('route.weather')} height={620}>
        {(data) => <Ahead data={data} />}
      </Loaded>
      {uploading && <UploadForecast onClose={() => setUploading(false)} />}
    </Page>
  )
}

function Ahead({ data }: { data: Weather }) {
  const { t } = useText()
  const { demo } = useConfig()
  const { filter, show } = useAddress(WEATHER_FIELDS)
  const now = Math.max(data.now, useNow(MINUTE))
  const chosen = chosenOf(data, filter.model)
  const any = data.models.length + data.ensembles.length > 0
  return (
    <div className={`${layoutCss.parts} ${css.page}`}>
      <div className={layoutCss.columnWide}>
        {demo && (
          <p className={css.demo}>
            <strong>{t('weatherPage.demo')}</strong> {t('weatherPage.demoAbout')}
          </p>
        )}
        <SourceState data={data} now={now} any={any} />
        {any && <Models data={data} now={now} chosen={chosen} onChoose={(model) => show({ model })} />}
      </div>
      {any && (
        <>
          <HourlyChart data={data} chosen={chosen} span={filter.span} onSpan={(span) => show({ span })} />
          <DaysAhead data={data} chosen={chosen} />
          <RainSums data={data} />
          <ForecastMap data={data} chosen={chosen} sum={filter.sum} onSum={(sum) => show({ sum })} />
        </>
      )}
      <Origin data={data} />
    </div>
  )
}

const sizeOf = (bytes: number) =>
  bytes < 1e6 ? `${number(bytes / 1e3, 0)} kB` : `${number(bytes / 1e6, 1)} MB`

/** Who is to be named, and how much is kept. */
function Origin({ data }: { data: Weather }) {
  const { t, language } = useText()
  const { archive, provider, time_zone: zone } = data
  const shown = [...data.models, ...data.ensembles].some((m) => m.source === 'open-meteo')
  return (
    <footer className={`${layoutCss.columnClose} ${css.origin}`}>
      {shown && (
        <p className={textCss.hint}>
          <a href={provider.link} target="_blank" rel="noreferrer">
            {provider.attribution}
          </a>
        </p>
      )}
      {archive.since !== null && (
        <p className={textCss.hint}>
          {t('weatherPage.archive', {
            n: number(archive.issues, 0),
            size: sizeOf(archive.bytes),
            since: dateTime(archive.since, zone, language),
          })}
        </p>
      )}
    </footer>
  )
}
