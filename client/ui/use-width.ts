import { useCallback, useRef, useState } from 'react'

/** The width of an element in px, kept up to date; 0 before it is measured. */
export function useWidth(): [(host: HTMLElement | null) => void, number] {
  const [width, setWidth] = useState(0)
  const observer = useRef<ResizeObserver | null>(null)
  const ref = useCallback((host: HTMLElement | null) => {
    observer.current?.disconnect()
    if (!host) return
    setWidth(Math.round(host.clientWidth))
    observer.current = new ResizeObserver(() => setWidth(Math.round(host.clientWidth)))
    observer.current.observe(host)
  }, [])
  return [ref, width]
}
