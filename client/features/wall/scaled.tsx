import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import css from './scaled.module.css'

interface Props {
  /** Layout width of the content, px; it is enlarged to fit. */
  width: number
  className?: string
  label?: string
  /** Renders the content for a scale factor. */
  children: ReactNode | ((factor: number) => ReactNode)
}

/** Shows desktop content in a room: laid out small and enlarged, text and lines alike. */
export function Scaled({ width, className, label, children }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  useLayoutEffect(() => {
    const measure = () => setSize({ width: host.current!.clientWidth, height: host.current!.clientHeight })
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(host.current!)
    return () => sizes.disconnect()
  }, [])
  // Never reduced.
  const factor = size ? Math.max(1, Math.round((size.width / width) * 20) / 20) : 1
  return (
    <div ref={host} className={`${css.host} ${className ?? ''}`} role={label && 'group'} aria-label={label}>
      {size && (
        <div
          className={css.inner}
          style={{
            width: size.width / factor,
            height: size.height / factor,
            transform: `scale(${factor})`,
          }}
        >
          {typeof children === 'function' ? children(factor) : children}
        </div>
      )}
    </div>
  )
}
