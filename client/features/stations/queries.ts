import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import { getThiessen } from '#contract/geo.ts'
import * as contract from '#contract/stations.ts'
import { ITEMS } from '#contract/items.ts'
import { DAY, toLocal } from '#core/time/index.ts'
import { call } from '../../lib/client.ts'
import { serverNow } from '../../lib/clock.ts'
import { useReread } from '../../lib/items.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useCan, useProfile } from '../../lib/who.ts'

/** Readings come every few minutes at most. */
const AGAIN = 30_000

export function useStations() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'stations'],
    queryFn: ({ signal }) => call(contract.listStations, { signal }),
    refetchInterval: AGAIN,
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** Every series that a station can be read from. */
export function useSources() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'station-sources'],
    queryFn: ({ signal }) => call(contract.getSources, { body: {}, signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function usePorts() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'ports'],
    queryFn: ({ signal }) => call(contract.getAvailableSensorPort, { body: {}, signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function useProvinces() {
  return useQuery({
    queryKey: ['provinces'],
    queryFn: ({ signal }) => call(contract.listProvinces, { signal }),
    staleTime: Infinity,
    meta: { quiet: true },
  })
}

/** The last day of a station, across what took its place. */
export function useLastDay(station: string, px: number) {
  const hydro = useProfile().hydro_code
  const zone = useZone() ?? 'UTC'
  return useQuery({
    queryKey: [hydro, 'station-day', station, px],
    queryFn: ({ signal }) => {
      const to = serverNow()
      const body = { station, from: toLocal(to - DAY, zone), to: toLocal(to, zone), px }
      return call(contract.getStationData, { body, signal })
    },
    refetchInterval: AGAIN,
    placeholderData: keepPreviousData,
    enabled: px > 0,
    meta: { quiet: true },
  })
}

/** What the rain stations count with, and their sum. */
export function useThiessen() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'geo', 'thiessen'],
    queryFn: ({ signal }) => call(getThiessen, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** The plant with its outline, for who may see it: what maps are drawn on. */
export function usePlant() {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'items', 'plant', null, null],
    queryFn: ({ signal }) => call(ITEMS.plant.list, { signal }),
    select: (all) => all[0]?.body,
    enabled: useCan('information.view'),
    meta: { quiet: true },
  })
}

export function useReplace() {
  const onSettled = useReread()
  return useMutation({
    mutationFn: (body: NonNullable<Input<typeof contract.replaceStation>['body']>) =>
      call(contract.replaceStation, { body }),
    meta: { quiet: true },
    onSettled,
  })
}
