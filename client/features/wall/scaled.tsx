import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import css from './scaled.module.css'

interface Props {
  /** How wide what is inside is laid out, px: it is shown as large as it then fits. */
  width: number
  className?: string
  label?: string
  /** What is inside, by how many times larger it is shown. */
  children: ReactNode | ((factor: number) => ReactNode)
}

/** Parts that are made for a desk, shown for a room: laid out small and enlarged, text and lines alike. */
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
  // Never smaller than it is laid out.
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
