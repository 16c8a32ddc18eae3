import type { Query, QueryClient } from '@tanstack/react-query'
import { fullPath, type Endpoint } from '#contract/endpoint.ts'
import { STATE, type Subject } from '#contract/subjects.ts'

/** Name of an endpoint in query keys. */
export const endpointName = (e: Pick<Endpoint, 'base' | 'method' | 'path'>): string =>
  `${e.method} ${fullPath(e)}`

/**
 * Query key: the reservoir, the endpoint (or the name of a composition), the input, and the language where the answer
 * contains texts. Input null: not requested yet.
 */
export type ReadKey<I = unknown> = readonly [hydro: string, name: string, input: I | null, language?: string]

export function keyOf<I>(hydro: string, name: string, input: I | null, language?: string): ReadKey<I> {
  return language === undefined ? [hydro, name, input] : [hydro, name, input, language]
}

/** The defined parts of an input, so that no query and an empty query give the same key. */
export function partsOf<I extends object>(input: I): I {
  const isSet = (part: unknown) =>
    part !== undefined &&
    !(typeof part === 'object' && part !== null && Object.values(part).every((v) => v === undefined))
  return Object.fromEntries(Object.entries(input).filter(([, part]) => isSet(part))) as I
}

/** Subjects of a query's answer; one that names no endpoint counts as the state of the plant. */
export const subjectsOf = ({ meta }: Pick<Query, 'meta'>): readonly Subject[] => meta?.reads ?? STATE

/** Refetches active queries made of one of the subjects; inactive ones are refetched when they are next shown. */
export async function invalidate(client: QueryClient, subjects: readonly Subject[]): Promise<void> {
  if (subjects.length === 0) return
  await client.invalidateQueries({
    predicate: (query) => subjectsOf(query).some((s) => subjects.includes(s)),
  })
}
