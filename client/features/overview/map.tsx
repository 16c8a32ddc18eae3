import { Button } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import type { OverviewRow } from '#contract/overview.ts'
import { DECIMALS, number, unit } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { MapView, type MapMark, type MapContent, type MarkState } from '../../ui/map/index.ts'
import { Empty } from '../../ui/state.tsx'
import { LevelBar } from './level-bar.tsx'
import type { ReservoirState, Shown } from './model.ts'
import css from './overview.module.css'
import { StateSign, useReason } from './state.tsx'
import { RowValue } from './value.tsx'
import { useWindowWords } from './window.ts'

/** The ring around a reservoir: whole where it is dangerous, dashed where it is to be watched. */
const RINGS: Readonly<Record<ReservoirState, MapMark['alarm']>> = { alarm: 2, silent: 1, attention: 1, ok: 0 }
const stateOf = ({ row, state }: Shown): MarkState =>
  state !== 'silent' ? 'good' : row.level.value === null ? 'none' : 'late'
/** Nobody has described where it is. */
const isPlaced = ({ row }: Shown) => row.latitude !== 0 || row.longitude !== 0

interface Props {
  shown: readonly Shown[]
  now: number
  chosen: string | null
  onChoose: (code: string | null) => void
  onOpen: (row: OverviewRow) => void
}

/** All reservoirs on one map, those that lie close to each other as one symbol; the chosen one's figures beside it. */
export function OverviewMap({ shown, now, chosen, onChoose, onOpen }: Props) {
  const { t } = useText()
  const reasonOf = useReason(now)
  const placed = useMemo(() => shown.filter(isPlaced), [shown])
  const words = useCallback(
    // How many they are is on the symbol.
    (_: number, alarms: number) => (alarms > 0 ? t('overview.clusterAlarms', { n: number(alarms, 0) }) : ''),
    [t],
  )
  const notes = placed.map((s) => noteOf(s, t(`overview.state.${s.state}`), reasonOf(s)))
  const key = placed.map((s, i) => `${s.row.hydro_code} ${s.state} ${notes[i]}`).join('\n')
  const marks = useMemo(
    () =>
      placed.map((s, i): MapMark => ({
        id: s.row.hydro_code,
        at: [s.row.longitude, s.row.latitude],
        name: s.row.hydro_name,
        kind: 'reservoir',
        note: notes[i],
        alarm: RINGS[s.state],
        state: stateOf(s),
      })),
    // As long as nothing of what is drawn is another, the map stays as it is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [key],
  )
  const content = useMemo((): MapContent => ({ marks, chosen, clusters: words }), [marks, chosen, words])
  const one = shown.find((s) => s.row.hydro_code === chosen) ?? null
  return (
    <div className={css.map}>
      <div>
        <MapView
          label={t('overview.mapTitle')}
          content={content}
          height="var(--map-height)"
          hint={t('overview.mapKeys')}
          onSpot={(ids) => onChoose(ids === null || ids[0] === chosen ? null : ids[0])}
          legend={<Legend />}
        />
        {placed.length < shown.length && (
          <p className={css.notice}>
            <Icon name="info" size={16} />
            {t('overview.unplaced', { n: number(shown.length - placed.length, 0) })}
          </p>
        )}
      </div>
      <aside className={css.card} aria-live="polite">
        {one ? (
          <Card of={one} now={now} onOpen={() => onOpen(one.row)} onClose={() => onChoose(null)} />
        ) : (
          <Empty icon="map" title={t('overview.pick')} />
        )}
      </aside>
    </div>
  )
}

function noteOf({ row, state, late }: Shown, word: string, reason: string | null): string {
  const level = row.level.value === null ? null : `${number(row.level.value, DECIMALS.level)} m`
  if (state === 'silent') return word
  return [late ? null : level, reason].filter(Boolean).join(' · ')
}

function Legend() {
  const { t } = useText()
  return (
    <>
      {(['Alarm', 'Attention', 'Cluster'] as const).map((what) => (
        <li key={what}>
          <i className={css.sign} data-what={what} aria-hidden>
            {what === 'Cluster' ? '3' : null}
          </i>
          {t(`overview.legend${what}`)}
        </li>
      ))}
    </>
  )
}

/** The figures of the chosen reservoir. */
function Card({ of, now, ...on }: { of: Shown; now: number; onOpen: () => void; onClose: () => void }) {
  const { t, language } = useText()
  const { row, late } = of
  const windowWords = useWindowWords()(row.inflow_window)
  const figures = [
    [t('overview.column.fill'), row.fill_percent, DECIMALS.percent, '%'],
    [t('overview.stored'), row.capacity, DECIMALS.storage, unit('storage', language)],
    [t('overview.free'), row.free_capacity, DECIMALS.storage, unit('storage', language)],
    [t('overview.inflowMean', { window: windowWords }), row.inflow, DECIMALS.flow, unit('flow', language)],
    [
      t('overview.outflowMean', { window: windowWords }),
      row.outflow_mean,
      DECIMALS.flow,
      unit('flow', language),
    ],
    [t('overview.outflowInstant'), row.outflow, DECIMALS.flow, unit('flow', language)],
    [t('overview.power'), row.power, DECIMALS.power, unit('power', language)],
    [t('overview.quantity.rain'), row.rain_24h, 1, 'mm / 24 h'],
  ] as const
  return (
    <>
      <header>
        <div>
          <h2>{row.hydro_name}</h2>
          <small>
            {row.river} · {row.province}
          </small>
        </div>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={on.onClose}>
          {t('overview.close')}
        </Button>
      </header>
      <StateSign of={of} now={now} />
      <p className={css.big}>
        <RowValue of={row.level} shown={of} decimals={DECIMALS.level} unit={<small> m</small>} />
      </p>
      <LevelBar row={row} late={late} />
      <dl>
        {figures.map(([name, figure, decimals, unit]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <RowValue
                of={figure}
                shown={of}
                decimals={decimals}
                unit={<small> {unit}</small>}
                late={figure === row.rain_24h ? late : undefined}
              />
            </dd>
          </div>
        ))}
      </dl>
      <Button onClick={on.onOpen} rightSection={<Icon name="right" size={16} />}>
        {t('overview.open')}
      </Button>
    </>
  )
}
