import {
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Endpoint, Input, Output, Passed } from '#contract/endpoint.ts'
import type { MessageCode } from '#contract/messages.ts'
import type { Subject } from '#contract/subjects.ts'
import type { With } from './call.ts'
import { call, download, upload } from './client.ts'
import { invalidate, keyOf, endpointName, partsOf, type ReadKey } from './query-key.ts'
import { language, useLanguage } from './text/index.ts'
import { getWho, useWho } from './who.ts'

interface Failing {
  /** What failed, above the reason, in the notice of a failure. */
  failed?: MessageCode
  /** Shown beside what was requested: no notice. */
  quiet?: boolean
}

interface Common extends Failing {
  /** Another reservoir than the page's. */
  hydro?: string
  /** Whether a browser may keep the answer for when the server is out of reach; absent: as the endpoint says. */
  kept?: boolean
}

/** TanStack Query's own options, without what the endpoint says already. */
type Passing<D, T, K extends ReadKey> = Omit<
  UseQueryOptions<D, Error, T, K>,
  'queryKey' | 'queryFn' | 'queryHash' | 'meta' | 'initialData'
>

export type ReadOptions<E extends Endpoint, T = Output<E>> = Common & Passing<Output<E>, T, ReadKey<Input<E>>>

/** The input of an endpoint: null while it is not known yet, then nothing is called. */
type ReadInput<E> = object extends Input<E> ? Input<E> | null | undefined : Input<E> | null
type ReadArguments<E extends Endpoint, T> =
  object extends Input<E>
    ? [input?: ReadInput<E>, options?: ReadOptions<E, T>]
    : [input: ReadInput<E>, options?: ReadOptions<E, T>]

/** The query of an endpoint, as TanStack Query takes it: for useQueries, prefetching, and to set what is known already. */
export function readOptions<E extends Endpoint, T = Output<E>>(
  endpoint: E,
  ...[input, options = {}]: ReadArguments<E, T>
) {
  const { hydro = getWho().profile?.hydro_code ?? '', failed, quiet, kept = endpoint.kept, ...rest } = options
  const parts = input === null ? null : partsOf((input ?? {}) as Input<E> & object)
  return queryOptions({
    ...rest,
    queryKey: keyOf<Input<E>>(hydro, endpointName(endpoint), parts, endpoint.worded ? language() : undefined),
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

/**
 * Reads an endpoint, again when what it is made of has changed. Input null: nothing is requested yet.
 * @example const roles = useRead(listRoles, {}, { staleTime: 0 })
 */
export function useRead<E extends Endpoint, T = Output<E>>(
  endpoint: E,
  ...[input, options]: ReadArguments<E, T>
): UseQueryResult<T, Error> {
  const hydro = useWho().profile?.hydro_code ?? ''
  useLanguage()
  return useQuery(
    readOptions<E, T>(endpoint, ...([input, { hydro, ...options }] as unknown as ReadArguments<E, T>)),
  )
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

/** Reads what several calls make together, again when what one of them is made of has changed. */
export function useComposed<I, D, T = D>(
  composition: Composition<I, D>,
  options?: ComposedOptions<I, D, T>,
): UseQueryResult<T, Error> {
  const hydro = useWho().profile?.hydro_code ?? ''
  useLanguage()
  return useQuery(composedOptions<I, D, T>(composition, { hydro, ...options }))
}

/** What an act sends: the input of its endpoint, and the file for one that takes a file as its body. */
export type ActInput<E> = Input<E> & With & { file?: Blob }

export interface ActOptions<E extends Endpoint> extends Failing {
  /** Runs after success and before anything is read again. */
  done?: (answer: Output<E>, input: ActInput<E>) => unknown
  /** Whether the act is busy until what it changed is read again; usual: true. */
  wait?: boolean
}

export interface Act<E extends Endpoint> {
  /**
   * Calls the endpoint. Fails with the error that is in `error` as well; a failure that nobody catches is reported once, by
   * the notice of the act or, when it is quiet, by who shows `error`.
   */
  run: (...input: Passed<E, With & { file?: Blob }>) => Promise<Output<E>>
  busy: boolean
  error: Error | null
  /** What was sent last, also while it is under way. */
  input: ActInput<E> | undefined
  data: Output<E> | undefined
  /** Forgets the last answer and error. */
  reset: () => void
}

/**
 * Calls an endpoint that changes something, and reads again what that makes old; also after a failure, as somebody else
 * may have been first.
 * @example const remove = useAct(deleteRole, { quiet: true }); remove.run({ body: { role_id } }).then(close)
 */
export function useAct<E extends Endpoint>(
  endpoint: E,
  { done, wait = true, failed, quiet }: ActOptions<E> = {},
): Act<E> {
  const client = useQueryClient()
  const { mutateAsync, isPending, error, variables, data, reset } = useMutation<
    Output<E>,
    Error,
    ActInput<E>
  >({
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
  })
  return {
    run: (...[input]) => mutateAsync((input ?? {}) as ActInput<E>),
    busy: isPending,
    error,
    input: variables,
    data,
    reset,
  }
}

/** A file that an endpoint answers, with the name that it gives it. */
export function useDownload<E extends Endpoint>(endpoint: E, { failed, quiet }: Failing = {}) {
  const { mutateAsync, isPending, error, variables } = useMutation({
    mutationFn: (input: Input<E>) => download(endpoint, ...([input] as unknown as Passed<E, With>)),
    meta: { failed, quiet },
  })
  return {
    run: (...[input]: Passed<E>) => mutateAsync((input ?? {}) as Input<E>),
    busy: isPending,
    error,
    input: variables,
  }
}

/** Reads again what is made of the subjects: for what changed without an act of this page. */
export function useInvalidate(): (subjects: readonly Subject[]) => Promise<void> {
  const client = useQueryClient()
  return useCallback((subjects) => invalidate(client, subjects), [client])
}
