import type { ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import css from './map.module.css'
import { SHAPES, outline } from './shapes.ts'
import { MAP_MARK_KINDS, type MapMarkKind, type MapContent } from './types.ts'

/** The symbols and lines of the map, with their meaning. */
export function MapLegend({ content, more }: { content: MapContent; more?: ReactNode }) {
  const { t } = useText()
  const shown = new Set<MapMarkKind>([
    ...(content.marks ?? []).map((m) => m.kind),
    ...(content.place ? [content.place.kind] : []),
  ])
  const lines = [
    content.base?.lakes?.length && ('lakes' as const),
    content.base?.rivers?.length && ('rivers' as const),
    content.base?.borders?.length && ('borders' as const),
    content.basin && ('basin' as const),
    content.before && ('before' as const),
    content.areas && content.areas.length > 0 && ('area' as const),
    content.box && ('box' as const),
  ].filter((line) => typeof line === 'string')
  return (
    <ul className={css.legend}>
      {MAP_MARK_KINDS.filter((kind) => shown.has(kind)).map((kind) => (
        <li key={kind}>
          <LegendSymbol kind={kind} />
          {t(`map.kind.${kind}`)}
        </li>
      ))}
      {more}
      {lines.map((line) => (
        <li key={line}>
          <span className={css.line} data-line={line} aria-hidden />
          {t(`map.${line}`)}
        </li>
      ))}
    </ul>
  )
}

/** Symbol of a kind, as the map draws it. */
export function LegendSymbol({ kind, size = 16 }: { kind: MapMarkKind; size?: number }) {
  const shape = SHAPES[kind]
  const fill = { fill: `var(--${shape.color})` }
  return (
    <svg width={size} height={size} viewBox="-10 -10 20 20" aria-hidden style={{ flex: 'none' }}>
      {Number.isFinite(shape.points) ? (
        <polygon
          points={outline(shape)
            .map((xy) => xy.join())
            .join(' ')}
          {...fill}
        />
      ) : (
        <circle r={shape.radius} {...fill} />
      )}
    </svg>
  )
}
