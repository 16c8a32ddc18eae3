import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import css from './expand.module.css'

/** Delay before it moves, ms (specification, section 9), so that accidental hovering moves nothing. */
const DELAY = 100
const DURATION = 140
/** Time after which a transition counts as finished, ms, should it never report its end. */
const FALLBACK = 1.1 * DURATION

/** Expands and collapses the content below a heading by its height. */
export function Expand({ opened, id, children }: { opened: boolean; id: string; children: ReactNode }) {
  const [shown, setShown] = useState(opened)
  const host = useRef<HTMLDivElement>(null)
  const rests = useRef<boolean | null>(opened)
  // Content must be rendered before it can be measured.
  if (opened && !shown) setShown(true)

  useLayoutEffect(() => {
    const el = host.current
    if (!el || rests.current === opened) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    el.style.height = rests.current === false ? '0px' : `${el.offsetHeight}px`
    rests.current = null
    let fallback = 0
    const finish = () => {
      clearTimeout(fallback)
      el.removeEventListener('transitionend', finish)
      el.style.transition = el.style.height = ''
      rests.current = opened
      if (!opened) setShown(false)
    }
    const delay = setTimeout(
      () => {
        if (still) return finish()
        el.addEventListener('transitionend', finish)
        fallback = window.setTimeout(finish, FALLBACK)
        el.style.transition = `height ${DURATION}ms ease-out`
        el.style.height = opened ? `${el.scrollHeight}px` : '0px'
      },
      still ? 0 : DELAY,
    )
    return () => {
      clearTimeout(delay)
      clearTimeout(fallback)
      el.removeEventListener('transitionend', finish)
    }
  }, [opened])

  return (
    <div ref={host} id={id} className={css.expand}>
      {shown && children}
    </div>
  )
}
