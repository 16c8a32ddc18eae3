import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useSeriesNames } from '../../lib/items.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useTitle } from '../../lib/use-title.ts'
import { choicesOf } from '../../parts/series-choices/choices.ts'
import { useSeriesSources } from '../../parts/series-choices/use-sources.ts'
import { Page } from '../../ui/page/index.tsx'
import { Empty, Failed, Loaded } from '../../ui/state.tsx'
import { readEditsAddress, writeEditsAddress, type EditsAddress } from './address.ts'
import { useEdits } from './queries.ts'
import { Range } from './range.tsx'
import { SeriesSelect } from './series-select.tsx'
import { Work } from './work.tsx'

/** Page of the readings of one series, raw and effective, for correction, review and approval. */
export default function Edits() {
  const { t, texts } = useText()
  useTitle('route.data')
  const zone = useZone() ?? 'UTC'
  const [search, setSearch] = useSearchParams()
  const address = useMemo(() => readEditsAddress(search, zone), [search, zone])
  const show = useCallback(
    (part: Partial<EditsAddress>) =>
      setSearch((now) => writeEditsAddress({ ...readEditsAddress(now, zone), ...part }, zone), {
        replace: true,
      }),
    [setSearch, zone],
  )
  const names = useSeriesNames()
  const { sources, settled } = useSeriesSources()
  const choices = useMemo(() => choicesOf(names.data ?? [], sources, texts), [names.data, sources, texts])
  // Without a series in the address, the most important one is opened.
  const series = address.series ?? (settled ? choices[0]?.code : null) ?? null
  const edits = useEdits(series, address.span)
  const unknown = names.data !== undefined && series !== null && !names.data.some((s) => s.code === series)

  const error = edits.error ?? names.error
  return (
    <Page
      error={error}
      title={t('edits.title')}
      hint={t('edits.about')}
      filter={
        <>
          <SeriesSelect
            choices={choices}
            value={series}
            onChange={(code) => show({ series: code, chosen: null })}
          />
          <Range
            span={address.span}
            shown={edits.data ? { from: edits.data.from, to: edits.data.to } : null}
            zone={zone}
            onSpan={(span) => show({ span, chosen: null })}
          />
        </>
      }
    >
      {names.error && !names.data ? (
        <Failed what={t('edits.series')} error={names.error} retry={() => void names.refetch()} />
      ) : names.data?.length === 0 ? (
        <Empty roomy icon="sensor" title={t('edits.noSeries')} hint={t('edits.noSeriesHint')} />
      ) : unknown ? (
        <Empty roomy icon="search" title={t('edits.gone', { code: series })} hint={t('edits.goneHint')} />
      ) : (
        <Loaded query={edits} what={t('edits.chart')} height={640}>
          {(data) => (
            <Work
              // Form input belongs to its series.
              key={data.series}
              data={data}
              loading={edits.isPlaceholderData}
              ofStation={sources.stations.some((s) => [s.series, s.radar_series].includes(data.series))}
              zone={zone}
              chosen={address.chosen}
              onChosen={(chosen) => show({ chosen })}
              onSpan={(span) => show({ span })}
            />
          )}
        </Loaded>
      )}
    </Page>
  )
}
