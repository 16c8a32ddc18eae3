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
import { getAppState } from './app-state.ts'

type Calls = Pick<ReturnType<typeof createCalls>, 'call' | 'upload'>

export interface Failing {
  /** Title of a failure notice, above the reason. */
  failed?: MessageCode
  /** The page shows the failure itself, so there is no notice. */
  quiet?: boolean
}

interface Common extends Failing {
  /** Overrides the page's reservoir. */
  hydro?: string
  /** Whether a browser may keep the answer for times without a server; default: as the endpoint declares. */
  kept?: boolean
}

/** TanStack Query's options, without those that the endpoint determines. */
type Passing<D, T, K extends ReadKey> = Omit<
  UseQueryOptions<D, Error, T, K>,
  'queryKey' | 'queryFn' | 'queryHash' | 'meta' | 'initialData'
>

type ReadOptions<E extends Endpoint, T = Output<E>> = Common & Passing<Output<E>, T, ReadKey<Input<E>>>

/** Input of an endpoint; null while unknown, in which case nothing is called. */
type ReadInput<E> = object extends Input<E> ? Input<E> | null | undefined : Input<E> | null
export type ReadArguments<E extends Endpoint, T> =
  object extends Input<E>
    ? [input?: ReadInput<E>, options?: ReadOptions<E, T>]
    : [input: ReadInput<E>, options?: ReadOptions<E, T>]

/** Whether an answer is computed for long: what took too long once does so again, and burdens the server each time. */
const isComputedLong = ({ method, path }: Endpoint) => method === 'POST' && path.startsWith('/v1/report/')

/** Makes the queries of endpoints from a caller. */
export const readOptionsOf =
  (call: Calls['call']) =>
  <E extends Endpoint, T = Output<E>>(endpoint: E, ...[input, options = {}]: ReadArguments<E, T>) => {
    const {
      hydro = getAppState().profile?.hydro_code ?? '',
      failed,
      quiet,
      kept = endpoint.kept,
      ...rest
    } = options
    const parts = input === null ? null : partsOf((input ?? {}) as Input<E> & object)
    return queryOptions({
      ...(isComputedLong(endpoint) && { retry: false }),
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

/** A query made of several calls, or whose input depends on the moment of the call. */
export interface Composition<I, D> {
  /** Unique name: no two compositions share one. */
  name: string
  /** The endpoints called; their subjects are the subjects of the answer. */
  from: readonly Endpoint[]
  /** What the answer depends on; null: nothing is requested yet. */
  input: I | null
  make: (input: I, signal: AbortSignal) => Promise<D>
}

export type ComposedOptions<I, D, T = D> = Common & Passing<D, T, ReadKey<I>>

export function composedOptions<I, D, T = D>(
  { name, from, input, make }: Composition<I, D>,
  {
    hydro = getAppState().profile?.hydro_code ?? '',
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

/** What an act sends: the endpoint's input, and the file if its body is one. */
export type ActInput<E> = Input<E> & With & { file?: Blob }

export interface ActOptions<E extends Endpoint> extends Failing {
  /** Runs after success, before anything is refetched. */
  done?: (answer: Output<E>, input: ActInput<E>) => unknown
  /** Whether the act stays pending until the refetch is done; default: true. */
  wait?: boolean
}

/** The mutation of an endpoint: calls it, then refetches what it invalidates, also after a failure. */
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
