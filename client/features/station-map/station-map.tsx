import { Portal } from '@mantine/core'
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { StationMap as Frame } from '#contract/geo.ts'
import { load, save } from '../../lib/storage.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import {
  Anchored,
  KIND_OF_STATION,
  MapView,
  spotsOf,
  type BaseLayer,
  type MapEngine,
  type MapMark,
  type MapContent,
  type Bounds,
} from '../../ui/map/index.ts'
import { useMedia } from '../../ui/use-media.ts'
import { useProfile } from '../../lib/app-state.ts'
import { boundsOf } from '../../parts/map-bounds.ts'
import { LayerChoice } from './layers.tsx'
import layoutCss from '../../ui/layout.module.css'
import css from './map.module.css'
import { StationCard, StationHead, type StationCardProps } from './popup.tsx'
import type { View } from './use-shown.ts'
import { stationNoteOf, useStates } from './use-words.ts'
import type { ShownStation } from './values.ts'

const DAM = 'dam'
/** As in the stylesheet. */
const PHONE = '(max-width: 620px)'

interface Props {
  frame: Frame
  view: View
  chosen: ShownStation | null
  card: Omit<StationCardProps, 'here'> | null
  onChoose: (id: string | null) => void
  zone: string
  /** Without controls, enlarged by this factor. */
  still?: number
  /** Hidden base layers, and their setter; without it there is no choice. */
  hidden?: readonly BaseLayer[]
  onHidden?: (hidden: BaseLayer[]) => void
}

const NONE: readonly BaseLayer[] = []

/**
 * The map: stations with their values, as symbols and as buttons for the keyboard, rain, and the selected station.
 */
export function StationMap(props: Props) {
  const { frame, view, chosen, card, onChoose, zone, still, hidden = NONE, onHidden } = props
  const { t, language } = useText()
  const states = useStates(view.at, zone)
  const [tilesFailed, setTilesFailed] = useState(false)
  const bounds = useMemo(() => boundsOf(frame.bounds), [frame.bounds])
  // The last view of the map, until its bounds change.
  const key = `map.bounds.${useProfile().hydro_code}`
  const of = JSON.stringify(bounds)
  const [seen] = useState(() => {
    const kept = still ? null : load<{ of: string; seen: Bounds }>(key)
    return kept?.of === of ? kept.seen : null
  })
  const lake = view.shown.find((s) => isAtDam(s, frame))
  const marks = useMemo(
    (): MapMark[] => [
      {
        id: DAM,
        at: [frame.dam.longitude, frame.dam.latitude],
        name: frame.name,
        kind: 'reservoir',
        note: lake && stationNoteOf(lake, states(lake), language),
        alarm: lake?.alarm,
      },
      ...view.shown.map((s): MapMark => ({
        id: s.station.station_id,
        at: [s.station.longitude, s.station.latitude],
        name: s.station.name,
        kind: KIND_OF_STATION[s.station.station_type_id],
        note: stationNoteOf(s, states(s), language),
        alarm: s.alarm,
        state: s.state,
      })),
    ],
    [frame, view.shown, lake, states, language],
  )
  const base = useMemo(
    () => Object.fromEntries(Object.entries(frame.layers).filter(([k]) => !hidden.includes(k as BaseLayer))),
    [frame.layers, hidden],
  )
  const content = useMemo(
    (): MapContent => ({
      base,
      basin: frame.basin,
      bounds,
      seen,
      marks,
      surface: view.surface,
      tiles: frame.tiles,
      chosen: chosen?.station.station_id ?? null,
    }),
    [base, frame.basin, frame.tiles, bounds, seen, marks, view.surface, chosen?.station.station_id],
  )
  const byId = new Map(view.shown.map((s) => [s.station.station_id, s]))
  const stationsOf = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const press = (ids: readonly string[] | null) => {
    // Opens the most important station of a place; a second press closes it.
    const [first] = ids === null ? [] : stationsOf(ids)
    const same = ids !== null && chosen !== null && ids.includes(chosen.station.station_id)
    onChoose(first === undefined || same ? null : first.station.station_id)
  }
  const spots = spotsOf(marks)
  // The most urgent station comes first in keyboard order.
  const order = view.shown.map((s) => s.station.station_id)
  const reachable = spots
    .filter((spot) => spot.ids.some((id) => byId.has(id)))
    .sort((a, b) => rankOf(order, a.ids) - rankOf(order, b.ids))
  const here = chosen
    ? stationsOf(spots.find((spot) => spot.ids.includes(chosen.station.station_id))?.ids ?? [])
    : []
  return (
    <div className={layoutCss.columnClose}>
      {(tilesFailed || frame.tiles_refused !== null) && (
        <p className={css.notice}>
          <Icon name="info" size={16} />
          {frame.tiles_refused !== null
            ? t('stationMap.tilesRefused', { host: frame.tiles_refused })
            : t('stationMap.tilesFailed')}
        </p>
      )}
      <MapView
        label={t('stationMap.map')}
        content={content}
        height="var(--map-height)"
        still={still}
        hint={t('stationMap.keys')}
        onSpot={press}
        onTiles={() => setTilesFailed(true)}
        onMoved={still ? undefined : (now) => save(key, { of, seen: now })}
        legend={<StateLegend />}
        tools={onHidden && <LayerChoice held={frame.layers} hidden={hidden} onHidden={onHidden} />}
      >
        {(engine) => (
          <>
            {reachable.map((spot) => {
              const names = stationsOf(spot.ids).map((s) =>
                [s.station.name, stationNoteOf(s, states(s), language)].join(', '),
              )
              return (
                <Anchored key={spot.ids.join()} engine={engine} at={spot.at}>
                  <button
                    type="button"
                    className={css.spot}
                    style={{ width: 28 + 14 * (spot.kinds.length - 1) }}
                    aria-label={names.join('; ')}
                    aria-expanded={chosen !== null && spot.ids.includes(chosen.station.station_id)}
                    onFocus={(e) => e.currentTarget.matches(':focus-visible') && engine.reveal(spot.at)}
                    onClick={(e) => {
                      // The map handles the pointer itself.
                      if (e.detail === 0) press(spot.ids)
                    }}
                  />
                </Anchored>
              )
            })}
            {card && chosen && (
              <Popup
                key={spots.find((s) => s.ids.includes(chosen.station.station_id))?.ids.join()}
                engine={engine}
                chosen={chosen}
                onClose={() => onChoose(null)}
              >
                <StationCard {...card} here={here} />
              </Popup>
            )}
          </>
        )}
      </MapView>
    </div>
  )
}

/** Degrees, about ten metres: shown as one place. */
const NEAR = 1e-4
const LEVEL = 2
/** Level of the lake: the first level station at the dam. */
function isAtDam({ station: s }: ShownStation, { dam }: Frame): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) <= NEAR
  return s.station_type_id === LEVEL && near(s.longitude, dam.longitude) && near(s.latitude, dam.latitude)
}

const rankOf = (order: readonly string[], ids: readonly string[]) =>
  Math.min(...ids.map((id) => (order.includes(id) ? order.indexOf(id) : Infinity)))

/** Card of the selected station, on the side of the map away from its place; on a phone a bottom sheet. */
function Popup({
  engine,
  chosen,
  onClose,
  children,
}: {
  engine: MapEngine
  chosen: ShownStation
  onClose: () => void
  children: ReactNode
}) {
  const { longitude, latitude, name } = chosen.station
  const isSheet = useMedia(PHONE)
  // Stays where it opened: a card that jumps while the map moves cannot be read.
  // A bottom sheet is mounted slightly later than this component.
  const focus = useCallback((card: HTMLElement | null) => card?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (!isSheet) return
    engine.element.scrollIntoView({ block: 'start' })
    engine.lift([longitude, latitude])
    // Only when it opens: the map must not move under the finger afterwards.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isSheet])
  const [side] = useState(() => engine.sideOf([longitude, latitude]))
  const section = (
    <section
      className={css.card}
      data-side={side}
      data-sheet={isSheet || undefined}
      role="dialog"
      aria-label={name}
      tabIndex={-1}
      ref={focus}
      onKeyDown={(e) => {
        if (e.key === 'Escape') onClose()
        e.stopPropagation()
      }}
    >
      <StationHead shown={chosen} onClose={onClose} />
      {children}
    </section>
  )
  return isSheet ? <Portal>{section}</Portal> : section
}

/** State of a station, as its symbol shows it. */
function StateLegend() {
  const { t } = useText()
  const ring = (style: object) => (
    <svg width={20} height={20} viewBox="-10 -10 20 20" aria-hidden style={{ flex: 'none' }}>
      <circle r={5.5} fill="var(--surface)" stroke="var(--rain)" strokeWidth={2} {...style} />
    </svg>
  )
  return (
    <>
      <li>
        {ring({})}
        {t('stationMap.late')}
      </li>
      <li>
        {ring({ strokeDasharray: '3 2.5' })}
        {t('stationMap.none')}
      </li>
      <li>
        {ring({ r: 8, fill: 'none', stroke: 'var(--warn)', strokeDasharray: '4 3' })}
        {t('stationMap.alarm', { level: 'I' })}
      </li>
      <li>
        {ring({ r: 8, fill: 'none', stroke: 'var(--alarm)', strokeWidth: 2.5 })}
        {t('stationMap.alarm', { level: 'II, III' })}
      </li>
    </>
  )
}
