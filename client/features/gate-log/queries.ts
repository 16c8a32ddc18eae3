import { keepPreviousData } from '@tanstack/react-query'
import type { Output } from '#contract/endpoint.ts'
import { exportGateLog, getGatePositions, listGateLog } from '#contract/gate-log.ts'
import { useDownload, useRead } from '../../lib/query.ts'
import { download as saveFile } from '../../ui/chart/save.ts'
import { gateLogQuery, type GateLogFilter } from './filter.ts'

export type Positions = Output<typeof getGatePositions>
export type Position = Positions['positions'][number]

/** Refetched, since sensors report every few minutes and others may write at any time. */
const REFRESH = 30_000

export const useGateLog = (filter: GateLogFilter) =>
  useRead(
    listGateLog,
    { query: { ...gateLogQuery(filter), page: filter.page } },
    { placeholderData: keepPreviousData, refetchInterval: REFRESH, staleTime: 0, quiet: true },
  )

/** at: local time of the plant; null: now. */
export const useGatePositions = (at: string | null = null) =>
  useRead(
    getGatePositions,
    { query: at === null ? {} : { at } },
    {
      placeholderData: keepPreviousData,
      refetchInterval: at === null ? REFRESH : false,
      staleTime: 0,
      quiet: true,
    },
  )

export function useGateLogExport() {
  const file = useDownload(exportGateLog)
  return {
    busy: file.busy,
    save: (filter: GateLogFilter) =>
      void file
        .run({ query: gateLogQuery(filter) })
        .then(({ blob, name }) => saveFile(blob, name ?? 'gate-log.csv')),
  }
}
