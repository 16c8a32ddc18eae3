import { useQueryClient, type Query } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { getHydros, getIndicators, getOptions } from '#contract/dashboard.ts'
import { CallError } from '../lib/call-error.ts'
import { DISPLAY_SETTINGS } from '../lib/display-settings.ts'
import { useFeedStatus } from '../lib/feed.ts'
import { endpointName } from '../lib/query-key.ts'
import { NotSeen } from '../ui/boundary/index.ts'

/** Queries of the frame around every page; they do not count as content of the page. */
const OF_THE_FRAME = new Set([
  'options',
  DISPLAY_SETTINGS,
  ...[getHydros, getIndicators, getOptions].map(endpointName),
])

/** Interval at which a missing page is requested again, ms. */
const AGAIN = 10_000

/** Pages whose content is the figures. */
const FIGURES = '/dashboard'
const ofPage =
  (path: string) =>
  ({ queryKey: [, what] }: Query) =>
    !OF_THE_FRAME.has(String(what)) || (path === FIGURES && what === endpointName(getIndicators))
/** Whether the query failed for want of a server. */
const isLost = ({ state: { data, error } }: Query) =>
  data === undefined && error instanceof CallError && error.status === 0
const isPending = ({ state: { data, error } }: Query) => data === undefined && error === null

/** Whether the page has no content because the server is unreachable. Requests it again meanwhile. */
function useNothingCame(): boolean {
  const client = useQueryClient()
  const { pathname: path } = useLocation()
  const [nothing, setNothing] = useState(false)
  useEffect(() => {
    const cache = client.getQueryCache()
    const check = () => {
      const queries = cache.findAll({ type: 'active', predicate: ofPage(path) })
      // Still missing while it is requested again.
      setNothing((was) => queries.length > 0 && queries.every((q) => isLost(q) || (was && isPending(q))))
    }
    check()
    let timer: ReturnType<typeof setTimeout> | null = null
    // Query events arrive during rendering, so they are checked once, afterwards.
    const stop = cache.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = null
        check()
      })
    })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [client, path])
  const live = useFeedStatus()?.state === 'live'
  useEffect(() => {
    if (!nothing) return
    const ask = () => void client.refetchQueries({ type: 'active', predicate: isLost })
    if (live) ask()
    const id = setInterval(ask, AGAIN)
    return () => clearInterval(id)
  }, [client, nothing, live])
  return nothing
}

/**
 * Shows one message instead of a page that has no copy on this machine while the server is unreachable. The page
 * stays mounted, so that typed text survives.
 */
export function OrNotSeen({ children }: { children: ReactNode }) {
  const nothing = useNothingCame()
  return (
    <>
      {nothing && <NotSeen />}
      <div hidden={nothing} style={{ display: nothing ? 'none' : 'contents' }}>
        {children}
      </div>
    </>
  )
}
