import { keepPreviousData } from '@tanstack/react-query'
import { getThiessen } from '#contract/geo.ts'
import * as contract from '#contract/stations.ts'
import { ITEMS } from '#contract/items.ts'
import { DAY, toLocal } from '#core/time/index.ts'
import { call } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import { useAct, useComposed, useRead } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useCan } from '../../lib/app-state.ts'

/** Refetch interval, ms: readings come every few minutes at most. */
const AGAIN = 30_000
const FRESH = { staleTime: 0, quiet: true } as const

export const useStations = () => useRead(contract.listStations, {}, { refetchInterval: AGAIN, ...FRESH })

/** Every series that a station can be read from. */
export const useStationSources = () => useRead(contract.getSources, { body: {} }, FRESH)

export const useStationPorts = () => useRead(contract.getAvailableSensorPort, { body: {} }, FRESH)

export const useProvinces = () => useRead(contract.listProvinces, {}, { staleTime: Infinity, quiet: true })

/** Last day of a station and of its predecessors. */
export function useLastDay(station: string, px: number) {
  const zone = useZone() ?? 'UTC'
  return useComposed(
    {
      name: 'last day of a station',
      from: [contract.getStationData],
      input: px > 0 ? { station, px, zone } : null,
      make: (_, signal) => {
        const to = serverNow()
        const body = { station, from: toLocal(to - DAY, zone), to: toLocal(to, zone), px }
        return call(contract.getStationData, { body, signal })
      },
    },
    { refetchInterval: AGAIN, placeholderData: keepPreviousData, quiet: true },
  )
}

/** Weights of the rain stations, and their sum. */
export const useStationWeights = () => useRead(getThiessen, {}, FRESH)

/** The plant with its outline, the base of maps, for those who may see it. */
export const usePlant = () =>
  useRead(
    ITEMS.plant.list,
    {},
    { select: (all) => all[0]?.body, enabled: useCan('information.view'), quiet: true },
  )

export const useReplaceStation = () => useAct(contract.replaceStation, { quiet: true })
