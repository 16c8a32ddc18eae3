import {
  queryOptions,
  skipToken,
  type MutationOptions,
  type QueryClient,
  type UseQueryOptions,
} from '@tanstack/react-query'
import type { Endpoint, Input, Output, Passed } from '#contract/endpoint.ts'
import type { MessageCode } from '#contract/messages.ts'
import type { createCalls, With } from './call.ts'
import { endpointName, invalidate, keyOf, partsOf, type ReadKey } from './query-key.ts'
import { language } from './text/index.ts'
import { getWho } from './who.ts'

type Calls = Pick<ReturnType<typeof createCalls>, 'call' | 'upload'>

export interface Failing {
  /** What failed, above the reason, in the notice of a failure. */
  failed?: MessageCode
  /** Shown beside what was requested: no notice. */
  quiet?: boolean
}

interface Common extends Failing {
  /** Another reservoir than the page's. */
  hydro?: string
  /** Whether a browser may keep the answer for when the server cannot be reached; absent: as the endpoint declares. */
  kept?: boolean
}

/** TanStack Query's options, without those that the endpoint determines. */
type Passing<D, T, K extends ReadKey> = Omit<
  UseQueryOptions<D, Error, T, K>,
  'queryKey' | 'queryFn' | 'queryHash' | 'meta' | 'initialData'
>

type ReadOptions<E extends Endpoint, T = Output<E>> = Common & Passing<Output<E>, T, ReadKey<Input<E>>>

/** The input of an endpoint: null while it is not known yet, then nothing is called. */
type ReadInput<E> = object extends Input<E> ? Input<E> | null | undefined : Input<E> | null
export type ReadArguments<E extends Endpoint, T> =
  object extends Input<E>
    ? [input?: ReadInput<E>, options?: ReadOptions<E, T>]
    : [input: ReadInput<E>, options?: ReadOptions<E, T>]

/** Makes the queries of endpoints that are called in this way. */
export const readOptionsOf =
  (call: Calls['call']) =>
  <E extends Endpoint, T = Output<E>>(endpoint: E, ...[input, options = {}]: ReadArguments<E, T>) => {
    const {
      hydro = getWho().profile?.hydro_code ?? '',
      failed,
      quiet,
      kept = endpoint.kept,
      ...rest
    } = options
    const parts = input === null ? null : partsOf((input ?? {}) as Input<E> & object)
    return queryOptions({
      ...rest,
      queryKey: keyOf<Input<E>>(
        hydro,
        endpointName(endpoint),
        parts,
        endpoint.worded ? language() : undefined,
      ),
      queryFn:
        parts === null
          ? skipToken
          : ({ signal }) =>
              call(endpoint, ...([{ ...parts, signal, hydro }] as unknown as Passed<E, With>)) as Promise<
                Output<E>
              >,
      meta: { failed, quiet, kept, reads: endpoint.reads },
    })
  }

/** Several calls that make one answer, or one whose input depends on the moment at which it is made. */
export interface Composition<I, D> {
  /** Of its own: two compositions never share one. */
  name: string
  /** What is called: the answer is made of what these are made of. */
  from: readonly Endpoint[]
  /** What the answer depends on; null: nothing is requested yet. */
  input: I | null
  make: (input: I, signal: AbortSignal) => Promise<D>
}

export type ComposedOptions<I, D, T = D> = Common & Passing<D, T, ReadKey<I>>

export function composedOptions<I, D, T = D>(
  { name, from, input, make }: Composition<I, D>,
  {
    hydro = getWho().profile?.hydro_code ?? '',
    failed,
    quiet,
    kept = from.every((e) => e.kept),
    ...rest
  }: ComposedOptions<I, D, T> = {},
) {
  const worded = from.some((e) => e.worded)
  return queryOptions({
    ...rest,
    queryKey: keyOf<I>(hydro, name, input, worded ? language() : undefined),
    queryFn: input === null ? skipToken : ({ signal }) => make(input, signal),
    meta: { failed, quiet, kept, reads: [...new Set(from.flatMap((e) => e.reads ?? []))] },
  })
}

/** What an act sends: the input of its endpoint, and the file for one that takes a file as its body. */
export type ActInput<E> = Input<E> & With & { file?: Blob }

export interface ActOptions<E extends Endpoint> extends Failing {
  /** Runs after success and before anything is read again. */
  done?: (answer: Output<E>, input: ActInput<E>) => unknown
  /** Whether the act is busy until what it changed is read again; usual: true. */
  wait?: boolean
}

/** The mutation of an endpoint: calls it, then reads again what it makes old; also after a failure. */
export function actOptions<E extends Endpoint>(
  { call, upload }: Calls,
  client: QueryClient,
  endpoint: E,
  { done, wait = true, failed, quiet }: ActOptions<E> = {},
): MutationOptions<Output<E>, Error, ActInput<E>> {
  return {
    mutationFn: ({ file, ...input }) =>
      file === undefined
        ? call(endpoint, ...([input] as unknown as Passed<E, With>))
        : upload(endpoint, file, ...([input] as unknown as Passed<E, With>)),
    meta: { failed, quiet },
    onSuccess: (answer, input) => done?.(answer, input),
    onSettled: (_answer, failure) => {
      const again = invalidate(client, endpoint.changes ?? [])
      return wait && !failure ? again : undefined
    },
  }
}
