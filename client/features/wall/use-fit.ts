import { useLayoutEffect, useRef, useState } from 'react'

/**
 * How many rows fit: as many as are wanted, less until what is in the host is no higher than it. Long names take two
 * lines, and a band takes room: neither may push a gate out of sight without a word.
 */
export function useFit<E extends HTMLElement>(wanted: number) {
  const host = useRef<E>(null)
  const [most, setMost] = useState(wanted)
  const [size, setSize] = useState('')
  useLayoutEffect(() => {
    // Of its parent: its own width changes with what is folded, which must not begin it anew.
    const frame = host.current!.parentElement!
    const measure = () => setSize(`${frame.clientWidth} ${frame.clientHeight}`)
    const sizes = new ResizeObserver(measure)
    sizes.observe(frame)
    return () => sizes.disconnect()
  }, [])
  // Another size: begins again with the most rows that are wanted.
  useLayoutEffect(() => setMost(wanted), [size, wanted])
  useLayoutEffect(() => {
    const { scrollHeight, clientHeight } = host.current!
    if (scrollHeight > clientHeight + 1) setMost((m) => Math.max(1, m - 1))
  })
  return { host, most }
}
