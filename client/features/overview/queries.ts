import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { fullPath } from '#contract/endpoint.ts'
import { getOverview, getOverviewFeed, type OverviewEvent, type OverviewRow } from '#contract/overview.ts'
import { serverNow, setServerTime } from '../../lib/clock.ts'
import { lineBasics, openLine, type LineStatus } from '../../lib/feed-line.ts'
import { readOptions, useRead } from '../../lib/query.ts'
import { useStream } from '../../lib/start/use-feed.ts'
import { throttle } from '../../lib/throttle.ts'
import { useNow } from '../../lib/use-now.ts'
import { useProfile, useAppState } from '../../lib/app-state.ts'
import { changedRows, shownAt, type Shown } from './model.ts'

/** ms between two looks at the clock: silence shows without any event. */
const TICK = 5000
/** Changes are put on the screen at most this often, ms. */
const EVERY = 1000
/** An answer this old is read again where there is no stream, as in the switcher, ms. */
const OLD = 15_000

interface Changes {
  now: number
  rows: Map<string, OverviewRow>
  gone: Set<string>
}

/** All reservoirs that the account may see, as they were read last. */
export const useOverviewRows = (staleTime = OLD) =>
  // Rows are put in whole: comparing a thousand of them with those of before would take longer than drawing.
  useRead(getOverview, {}, { quiet: true, staleTime, structuralSharing: false })

/** One stream for all reservoirs, whose rows replace those that were read. Answers the state of the line. */
function useOverviewStream(): LineStatus | null {
  const client = useQueryClient()
  const hydro = useProfile().hydro_code
  const [status, setStatus] = useState<LineStatus | null>(null)
  const connect = useCallback(
    (token: string, onRefused: (token: string, code: string) => void) => {
      const { queryKey } = readOptions(getOverview, {}, { hydro })
      const put = (now: number, rows: OverviewRow[]) => client.setQueryData(queryKey, { now, rows })
      let changes: Changes | null = null
      let hasBeenLive = false
      const apply = throttle(() => {
        const before = client.getQueryData(queryKey)
        // Before the first answer is here there is nothing to change: the answer will have it.
        if (changes && before)
          put(changes.now, changedRows(before.rows, [...changes.rows.values()], [...changes.gone]))
        changes = null
      }, EVERY)
      function note({ now, rows, gone }: Extract<OverviewEvent, { event: 'change' }>['data']) {
        changes ??= { now, rows: new Map(), gone: new Set() }
        changes.now = now
        for (const row of rows) {
          changes.rows.set(row.hydro_code, row)
          changes.gone.delete(row.hydro_code)
        }
        for (const code of gone) {
          changes.rows.delete(code)
          changes.gone.add(code)
        }
        apply.ask()
      }
      const line = openLine<OverviewEvent>(
        {
          ...lineBasics,
          url: fullPath(getOverviewFeed),
          hydro,
          onEvent(e) {
            if (e.event !== 'end') setServerTime(e.data.now)
            if (e.event === 'snapshot') {
              changes = null
              put(e.data.now, e.data.rows)
            } else if (e.event === 'change') note(e.data)
          },
          onStatus(now) {
            // The first connection is no lost one.
            if (now.state === 'reconnecting' && !hasBeenLive) return
            hasBeenLive ||= now.state === 'live'
            setStatus(now)
          },
          onRefused,
        },
        token,
      )
      return {
        ...line,
        close() {
          apply.stop()
          line.close()
          setStatus(null)
        },
      }
    },
    [client, hydro],
  )
  useStream(connect)
  return status
}

/** Since when the rows are not followed any more; state null: they are. */
interface Lag {
  state: 'offline' | 'reconnecting' | null
  /** As of when the rows are, epoch ms by the server's clock. */
  at: number
}

export interface Overview {
  query: ReturnType<typeof useOverviewRows>
  all: Shown[] | undefined
  lag: Lag
  now: number
}

/** All reservoirs, live, each with its state as of now. */
export function useOverview(): Overview {
  const query = useOverviewRows(Infinity)
  const status = useOverviewStream()
  const clock = useNow(TICK)
  const { seen } = useAppState()
  const state = status === null || status.state === 'live' ? null : status.state
  const at = seen ?? (status ? status.since + serverNow() - Date.now() : clock)
  // Without a line nobody knows what is silent: states stay what they were when it was cut.
  const now = seen !== null || state === 'offline' ? at : clock
  const rows = query.data?.rows
  const all = useMemo(() => rows?.map((row) => shownAt(row, now)), [rows, now])
  return { query, all, lag: { state, at }, now }
}
