import { ActionIcon, Skeleton } from '@mantine/core'
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import { Failed } from '../state.tsx'
import { Icon } from '../icon/index.tsx'
import type { MapEngine, MapListeners, Over } from './engine.ts'
import { MapLegend } from './Legend.tsx'
import css from './map.module.css'
import type { MapContent } from './types.ts'

export interface MapViewProps extends Pick<
  MapListeners,
  'onPick' | 'onBox' | 'onSpot' | 'onTiles' | 'onMoved'
> {
  /** Accessible description of the map. */
  label: string
  content: MapContent
  /** px, or a CSS length. */
  height?: number | string
  /** Instruction for placing something, by keyboard too. */
  hint?: string
  /** Elements on the map, once it is drawn. */
  children?: (engine: MapEngine) => ReactNode
  /** Further entries of the legend. */
  legend?: ReactNode
  /** Further buttons, below the zoom buttons. */
  tools?: ReactNode
  /** Read only, enlarged by this factor: no controls, sharp at the displayed size. */
  still?: number
}

/**
 * A map of a basin: outlines, symbols with names, grid of degrees, scale bar. The map library is loaded when it is
 * shown.
 */
export function MapView({
  label,
  content,
  height = 360,
  hint,
  children,
  legend,
  tools,
  still,
  onPick,
  onBox,
  onSpot,
  onTiles,
  onMoved,
}: MapViewProps) {
  const { t } = useText()
  const host = useRef<HTMLDivElement>(null)
  const listeners = useRef<MapListeners>({})
  const latest = useRef(content)
  const [engine, setEngine] = useState<MapEngine | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [over, setOver] = useState<Over | null>(null)
  const [tries, setTries] = useState(0)
  const id = useId()
  useLayoutEffect(() => {
    listeners.current = { onPick, onBox, onSpot, onTiles, onMoved, onOver: setOver }
    latest.current = content
    engine?.update(content)
  })

  useEffect(() => {
    let made: MapEngine | null = null
    let gone = false
    const restyle = () => made?.restyle()
    const themes = new MutationObserver(restyle)
    import('./engine.ts').then(
      ({ MapEngine: Made }) => {
        if (gone || !host.current) return
        made = new Made(host.current, css.scale, () => listeners.current, still)
        made.update(latest.current)
        themes.observe(document.documentElement, {
          attributes: true,
          attributeFilter: ['data-mantine-color-scheme', 'data-edition'],
        })
        // Names are drawn in the page's font once it has loaded.
        void document.fonts?.ready.then(restyle)
        setEngine(made)
      },
      (error: unknown) => !gone && setFailure(error),
    )
    return () => {
      gone = true
      themes.disconnect()
      made?.unmount()
      setEngine(null)
    }
  }, [tries, still])

  if (failure)
    return (
      <div style={{ height }}>
        <Failed
          what={label}
          error={failure}
          retry={() => {
            setFailure(null)
            setTries((n) => n + 1)
          }}
        />
      </div>
    )
  return (
    <figure className={css.figure} aria-label={label}>
      <div className={css.frame} style={{ height }}>
        <div
          ref={host}
          className={css.host}
          data-picks={onPick ? true : undefined}
          data-spots={onSpot ? true : undefined}
          tabIndex={still === undefined ? 0 : undefined}
          role={still === undefined ? 'application' : 'img'}
          aria-label={label}
          aria-describedby={still === undefined ? id : undefined}
        />
        {over && !onSpot && (
          <ul
            className={css.over}
            style={{ left: over.x, top: over.y }}
            data-below={over.y < 80 || undefined}
            aria-hidden
          >
            {over.names.map((name, i) => (
              <li key={i}>{name}</li>
            ))}
          </ul>
        )}
        {engine === null && <Skeleton className={css.waiting} height={height} radius={0} aria-busy />}
        {engine && children?.(engine)}
        {still === undefined && (
          <div className={css.acts}>
            {(
              [
                ['plus', 'map.in', () => engine?.zoom(1)],
                ['minus', 'map.out', () => engine?.zoom(-1)],
                ['expand', 'map.all', () => engine?.fit()],
              ] as const
            ).map(([icon, word, act]) => (
              <ActionIcon
                key={icon}
                variant="default"
                size={32}
                aria-label={t(word)}
                title={t(word)}
                onClick={act}
              >
                <Icon name={icon} size={16} />
              </ActionIcon>
            ))}
            {tools}
          </div>
        )}
      </div>
      <ul className="sr">
        {(children ? [] : content.marks)?.map((m) => (
          <li key={m.id}>
            {t(`map.kind.${m.kind}`)}: {m.name}
          </li>
        ))}
      </ul>
      <figcaption className={css.foot}>
        <MapLegend content={content} more={legend} />
        {still === undefined && (
          <span id={id}>
            {hint ? `${hint} ` : ''}
            {t('map.keys')}
          </span>
        )}
      </figcaption>
    </figure>
  )
}
