import { MINUTE } from '#core/time/units.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { getOptions } from '#contract/dashboard.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { ITEMS, type ItemNoun } from '#contract/items.ts'
import { nameSeries } from '#contract/readings.ts'
import * as schemas from '#contract/seed.ts'
import { call } from './client.ts'
import { useLanguage } from './text/index.ts'
import { useProfile } from './who.ts'

/** One version of an item: its period, who recorded it and why, and its body. */
export type ItemVersion<N extends ItemNoun = ItemNoun> = Output<(typeof ITEMS)[N]['list']>[number]
export type ItemBody<N extends ItemNoun> = ItemVersion<N>['body']
export type Series = Output<typeof nameSeries>[number]
export type Options = Output<typeof getOptions>

/** The rules of each body, the same that the server applies. */
export const SCHEMAS: Record<ItemNoun, z.ZodType> = {
  plant: schemas.plantSchema,
  position: schemas.positionSchema,
  gate: schemas.gateSchema,
  unit: schemas.unitSchema,
  station: schemas.stationSchema,
  sensor: schemas.sensorSchema,
  parameters: schemas.parametersSchema,
  settings: schemas.settingsSchema,
  check: schemas.checkSchema,
}

/** Every item of a noun in force: now, or at a local time of the plant (and as it was known at another). */
export function useItems<N extends ItemNoun>(noun: N, when: { at?: string; known?: string } = {}) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'items', noun, when.at ?? null, when.known ?? null],
    queryFn: ({ signal }) =>
      call(ITEMS[noun].list, { query: when, signal } as never) as Promise<ItemVersion<N>[]>,
    placeholderData: when.at || when.known ? keepPreviousData : undefined,
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** Every version that an item ever had, the newest record first. */
export function useItemHistory<N extends ItemNoun>(noun: N, id: string) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'item-history', noun, id],
    queryFn: ({ signal }) =>
      call(ITEMS[noun].history, { params: { id }, signal } as never) as Promise<ItemVersion<N>[]>,
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** Everything shown of a reservoir may change with its description. */
export function useReread(): () => Promise<void> {
  const hydro = useProfile().hydro_code
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: [hydro] })
}

type Body<N extends ItemNoun, A extends 'add' | 'change' | 'retire'> = NonNullable<
  Input<(typeof ITEMS)[N][A]>['body']
>

/** Adds, changes and retires items of a noun; what is shown is read again after each. */
export function useChanges<N extends ItemNoun>(noun: N) {
  const onSettled = useReread()
  const common = { meta: { quiet: true }, onSettled }
  return {
    add: useMutation({
      ...common,
      mutationFn: (body: Body<N, 'add'>) => call(ITEMS[noun].add, { body } as never),
    }),
    change: useMutation({
      ...common,
      mutationFn: ({ id, ...body }: { id: string } & Body<N, 'change'>) =>
        call(ITEMS[noun].change, { params: { id }, body } as never),
    }),
    retire: useMutation({
      ...common,
      mutationFn: ({ id, ...body }: { id: string } & Body<N, 'retire'>) =>
        call(ITEMS[noun].retire, { params: { id }, body } as never),
    }),
  }
}

/** The series of the reservoir, to be chosen from by code and name in the present language. */
export function useSeriesNames() {
  const hydro = useProfile().hydro_code
  const language = useLanguage()
  return useQuery({
    queryKey: [hydro, 'series-names', language],
    queryFn: ({ signal }) => call(nameSeries, { signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  })
}

/** The lists of the specification (types, methods, provinces ...) in the present language. */
export function useOptions() {
  const hydro = useProfile().hydro_code
  const language = useLanguage()
  return useQuery({
    queryKey: [hydro, 'options', language],
    queryFn: ({ signal }) => call(getOptions, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10 * MINUTE,
    meta: { failed: 'load_options_failed' },
  })
}
