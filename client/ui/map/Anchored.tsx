import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { MapEngine } from './engine.ts'
import css from './map.module.css'
import type { LonLat } from './types.ts'

/** A part of the page anchored to a place of the map. */
export function Anchored({ engine, at, children }: { engine: MapEngine; at: LonLat; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  const [longitude, latitude] = at
  useLayoutEffect(
    () => engine.anchors.anchor(element.current!, [longitude, latitude]),
    [engine, longitude, latitude],
  )
  return createPortal(
    <div ref={element} className={css.anchored}>
      {children}
    </div>,
    engine.anchors.layer,
  )
}
