import { HOUR } from '#core/time/units.ts'
import { useEffect, useRef, useState } from 'react'
import { feed } from '../../lib/feed.ts'
import { throttle } from '../../lib/throttle.ts'
import { extend, type Tail } from './tail.ts'

/** How often a sliding window moves, ms: about one pixel, at most every second and at least twice a minute. */
export const slideEvery = (hours: number) => Math.min(30_000, Math.max(1000, (hours * HOUR) / 800))

const DRAW_EVERY = 1000

/** Tail of some series, live; renders at most once a second. */
export function useTail(codes: readonly string[]): { tail: Tail; version: number } {
  const tail = useRef<Tail>(new Map())
  const [version, setVersion] = useState(0)
  useEffect(() => {
    const wanted = new Set(codes)
    const draw = throttle(() => setVersion((n) => n + 1), DRAW_EVERY)
    const stop = feed.onChange((moved) => {
      let any = false
      for (const code of wanted) {
        const last = feed.last(code)
        if (!last || (moved && !moved.last.some((l) => l[0] === code))) continue
        extend(tail.current, code, last[1], last[2], last[3])
        any = true
      }
      if (any) draw.ask()
    })
    return () => {
      stop()
      draw.stop()
    }
  }, [codes])
  return { tail: tail.current, version }
}
