import { getSetup } from '#contract/setup.ts'
import { useRead } from '../../lib/query.ts'

/** The draft of the set-up; refetched whenever the page opens. */
export const useSetup = (enabled: boolean) =>
  useRead(getSetup, {}, { enabled, staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false })
