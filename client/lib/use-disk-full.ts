import { getConfig } from '#contract/config.ts'
import { MINUTE } from '#core/time/units.ts'
import { useRead } from './query.ts'

/** Whether the server's disk is full, so that it refuses readings; looked up once a minute. */
export const useDiskFull = (): boolean =>
  useRead(getConfig, {}, { staleTime: MINUTE, refetchInterval: MINUTE, quiet: true }).data?.disk_full === true
