import { useEffect, useState } from 'react'
import { serverNow } from './clock.ts'

/** The server's time, updated every `every` ms. Use it in small components: each update renders them. */
export function useNow(every: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const id = setInterval(() => setNow(serverNow()), every)
    return () => clearInterval(id)
  }, [every])
  return now
}
