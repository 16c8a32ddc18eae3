import type { Query, QueryClient } from '@tanstack/react-query'
import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import { STATE, type Subject } from '#contract/subjects.ts'

/** The name of an endpoint in the keys of the cache. */
export const endpointName = (e: Pick<Endpoint, 'base' | 'method' | 'path'>): string =>
  `${e.method} ${fullPath(e)}`

/**
 * The reservoir that is queried, the endpoint (or the name that several calls share), what is passed, and the
 * language where the answer contains texts. Input null: it is not requested yet.
 */
export type ReadKey<I = unknown> = readonly [hydro: string, name: string, input: I | null, language?: string]

export function keyOf<I>(hydro: string, name: string, input: I | null, language?: string): ReadKey<I> {
  return language === undefined ? [hydro, name, input] : [hydro, name, input, language]
}

/** The parts of an input that are set: a call without a query and one with an empty query are the same call. */
export function partsOf<I extends object>(input: I): I {
  const isSet = (part: unknown) =>
    part !== undefined &&
    !(typeof part === 'object' && part !== null && Object.values(part).every((v) => v === undefined))
  return Object.fromEntries(Object.entries(input).filter(([, part]) => isSet(part))) as I
}

/** What the answer of a query is made of; one that names no endpoint is of the state of the plant. */
export const subjectsOf = ({ meta }: Pick<Query, 'meta'>): readonly Subject[] => meta?.reads ?? STATE

/** Reads again what is shown and made of one of the subjects; what is not shown is read when it is shown next. */
export async function invalidate(client: QueryClient, subjects: readonly Subject[]): Promise<void> {
  if (subjects.length === 0) return
  await client.invalidateQueries({
    predicate: (query) => subjectsOf(query).some((s) => subjects.includes(s)),
  })
}
