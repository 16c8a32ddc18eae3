import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Finds how many rows fit: starts with the wanted number and removes rows until the content is no higher than its
 * host. Names that wrap and banners take space: neither may push a gate out of view unnoticed.
 */
export function useFit<E extends HTMLElement>(wanted: number) {
  const host = useRef<E>(null)
  const [most, setMost] = useState(wanted)
  const [size, setSize] = useState('')
  useLayoutEffect(() => {
    // Width of the parent: the own width changes with folding, which must not restart it.
    const frame = host.current!.parentElement!
    const measure = () => setSize(`${frame.clientWidth} ${frame.clientHeight}`)
    const sizes = new ResizeObserver(measure)
    sizes.observe(frame)
    return () => sizes.disconnect()
  }, [])
  // A new size restarts with the wanted number of rows.
  useLayoutEffect(() => setMost(wanted), [size, wanted])
  useLayoutEffect(() => {
    const { scrollHeight, clientHeight } = host.current!
    if (scrollHeight > clientHeight + 1) setMost((m) => Math.max(1, m - 1))
  })
  return { host, most }
}
