import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { load, save } from '../../lib/storage.ts'
import {
  isStandard,
  keptActions,
  readActions,
  writeActions,
  type Actions,
} from '../../parts/time-chart/actions.ts'

const KEPT = 'dashboard.actions'

/** zoomed: the range comes from zooming the chart, so it is not remembered. */
export type ChangeActions = (part: Partial<Actions>, how?: { zoomed?: boolean }) => void

/** State of the dashboard: from the address, else as it was left; kept in both. */
export function useActions(): [Actions, ChangeActions] {
  const [search, setSearch] = useSearchParams()
  const actions = useMemo(() => readActions(search, load<Partial<Actions>>(KEPT)), [search])
  // A view that differs from the default is in the address from the start, so that the link can be shared.
  useEffect(() => {
    if (search.size === 0 && !isStandard(actions)) setSearch(writeActions(actions), { replace: true })
  }, [search, actions, setSearch])
  // The page follows its address with a delay: two quick changes must not undo each other.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  const change = useCallback(
    (part: Partial<Actions>, { zoomed = false } = {}) => {
      const now = latest.current
      const kept = load<Partial<Actions>>(KEPT)
      const next = { ...readActions(now, kept), ...part }
      save(KEPT, keptActions(next, kept, zoomed ? {} : part))
      const address = writeActions(next)
      // An open panel stays open through its own changes.
      const panel = now.get('panel')
      if (panel !== null) address.set('panel', panel)
      latest.current = address
      setSearch(address, { replace: true })
    },
    [setSearch],
  )
  return [actions, change]
}
