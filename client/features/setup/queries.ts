import { getSetup } from '#contract/setup.ts'
import { useRead } from '../../lib/query.ts'

/** What is being set up; read again each time the page is opened. */
export const useSetup = (enabled: boolean) =>
  useRead(getSetup, {}, { enabled, staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false })
