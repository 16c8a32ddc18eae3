import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refetchLater } from '../../lib/again.ts'
import { feed } from '../../lib/feed.ts'
import { throttle } from '../../lib/throttle.ts'
import { useProfile } from '../../lib/app-state.ts'

/** Shortest interval between two refetches, ms. */
const AGAIN = 10_000

/** Refetches a chart's columns when checks have regraded its readings: the feed only brings values. */
export function useRegraded(codes: readonly string[], name: string): void {
  const client = useQueryClient()
  const hydro = useProfile().hydro_code
  useEffect(() => {
    const shown = new Set(codes)
    const columns = throttle(
      () => void refetchLater(client, { queryKey: [hydro, name] }, () => document.hidden),
      AGAIN,
    )
    const stop = feed.onChange((moved) => {
      if (moved?.regraded?.some((code) => shown.has(code))) columns.ask()
    })
    return () => {
      stop()
      columns.stop()
    }
  }, [client, hydro, codes, name])
}
