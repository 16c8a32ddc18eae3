import { MINUTE } from '#core/time/units.ts'
import { keepPreviousData } from '@tanstack/react-query'
import type { z } from 'zod'
import { getOptions } from '#contract/dashboard.ts'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import { ITEMS, type versionId, type ItemNoun } from '#contract/items.ts'
import { nameSeries } from '#contract/readings.ts'
import { BODIES } from '#contract/seed/bodies.ts'
import { useRead } from './query.ts'

/** One version of an item: its period, who recorded it and why, and its body. */
export type ItemVersion<N extends ItemNoun = ItemNoun> = Output<(typeof ITEMS)[N]['list']>[number]
export type ItemBody<N extends ItemNoun> = ItemVersion<N>['body']
export type Series = Output<typeof nameSeries>[number]
export type Options = Output<typeof getOptions>

/** Schema of each body, the same that the server applies. */
const RULES: { [N in ItemNoun]: z.ZodType<ItemInput<N>> } = BODIES

/** A body as it is sent. */
export type ItemInput<N extends ItemNoun> = z.input<(typeof BODIES)[N]>

/** A schema typed by its input and output. */
type Takes<I, O = I> = z.ZodType<O, I>

/** The five endpoints of a noun, typed by input and output. */
interface ItemCalls<N extends ItemNoun> {
  list: Endpoint<z.ZodNever, Takes<{ at?: string; known?: string }>, z.ZodNever, z.ZodType<ItemVersion<N>[]>>
  history: Endpoint<Takes<{ id: string }>, z.ZodNever, z.ZodNever, z.ZodType<ItemVersion<N>[]>>
  add: Endpoint<
    z.ZodNever,
    z.ZodNever,
    z.ZodType<unknown, { id?: string; body: ItemInput<N>; from: string | null; reason?: string | null }>,
    typeof versionId
  >
  change: Endpoint<
    Takes<{ id: string }>,
    z.ZodNever,
    z.ZodType<unknown, { version: string; body: ItemInput<N>; from?: string | null; reason?: string | null }>,
    typeof versionId
  >
  retire: Endpoint<
    Takes<{ id: string }>,
    z.ZodNever,
    Takes<{ version: string; from: string | null; reason?: string | null }>,
    typeof versionId
  >
}
const CALLS: { [N in ItemNoun]: ItemCalls<N> } = ITEMS

/** The endpoints for the items of a noun. */
export const itemCalls = <N extends ItemNoun>(noun: N): ItemCalls<N> => CALLS[noun]
/** The schema of a noun's body. */
export const itemSchema = <N extends ItemNoun>(noun: N): z.ZodType<ItemInput<N>> => RULES[noun]

/** All items of a noun in force, now or at a local time of the plant (and as known at another). */
export const useItems = <N extends ItemNoun>(noun: N, when: { at?: string; known?: string } = {}) =>
  useRead(
    itemCalls(noun).list,
    { query: when },
    {
      placeholderData: when.at || when.known ? keepPreviousData : undefined,
      staleTime: 0,
      quiet: true,
    },
  )

/** Every version that an item ever had, newest record first. */
export const useItemHistory = <N extends ItemNoun>(noun: N, id: string) =>
  useRead(itemCalls(noun).history, { params: { id } }, { staleTime: 0, quiet: true })

/** Series of the reservoir by code and name, in the current language. */
export const useSeriesNames = () =>
  useRead(nameSeries, {}, { placeholderData: keepPreviousData, quiet: true })

/** Lists of the specification (types, methods, provinces ...) in the current language. */
export const useOptions = () =>
  useRead(
    getOptions,
    {},
    { placeholderData: keepPreviousData, staleTime: 10 * MINUTE, failed: 'load_options_failed' },
  )
