import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Endpoint, Input, Output, Passed } from '#contract/endpoint.ts'
import type { Subject } from '#contract/subjects.ts'
import type { With } from './call.ts'
import { call, download, upload } from './client.ts'
import { invalidate } from './query-key.ts'
import {
  actOptions,
  composedOptions,
  readOptionsOf,
  type ActInput,
  type ActOptions,
  type ComposedOptions,
  type Composition,
  type Failing,
  type ReadArguments,
} from './query-options.ts'
import { useLanguage } from './text/index.ts'
import { useAppState } from './app-state.ts'

export { composedOptions } from './query-options.ts'

/** Query options of an endpoint: for useQueries, prefetching, and setting data that are already known. */
export const readOptions = readOptionsOf(call)

/**
 * Reads an endpoint, and again when its subjects change. Input null: nothing is requested yet.
 * @example const roles = useRead(listRoles, {}, { staleTime: 0 })
 */
export function useRead<E extends Endpoint, T = Output<E>>(
  endpoint: E,
  ...[input, options]: ReadArguments<E, T>
): UseQueryResult<T, Error> {
  const hydro = useAppState().profile?.hydro_code ?? ''
  useLanguage()
  return useQuery(
    readOptions<E, T>(endpoint, ...([input, { hydro, ...options }] as unknown as ReadArguments<E, T>)),
  )
}

/** Reads several calls as one query, and again when a subject of one of them changes. */
export function useComposed<I, D, T = D>(
  composition: Composition<I, D>,
  options?: ComposedOptions<I, D, T>,
): UseQueryResult<T, Error> {
  const hydro = useAppState().profile?.hydro_code ?? ''
  useLanguage()
  return useQuery(composedOptions<I, D, T>(composition, { hydro, ...options }))
}

export interface Act<E extends Endpoint> {
  /**
   * Calls the endpoint. Rejects with the error that is also in `error`. An uncaught failure is reported once: by a
   * notice, or if the act is quiet, by whatever shows `error`.
   */
  run: (...input: Passed<E, With & { file?: Blob }>) => Promise<Output<E>>
  busy: boolean
  error: Error | null
  /** The last input, also while pending. */
  input: ActInput<E> | undefined
  data: Output<E> | undefined
  /** Forgets the last answer and error. */
  reset: () => void
}

/**
 * Calls an endpoint that changes something, then refetches what it invalidates, also after a failure, since somebody
 * else may have been faster.
 * @example const remove = useAct(deleteRole, { quiet: true }); remove.run({ body: { role_id } }).then(close)
 */
export function useAct<E extends Endpoint>(endpoint: E, options: ActOptions<E> = {}): Act<E> {
  const { mutateAsync, isPending, error, variables, data, reset } = useMutation(
    actOptions({ call, upload }, useQueryClient(), endpoint, options),
  )
  return {
    run: (...[input]) => mutateAsync((input ?? {}) as ActInput<E>),
    busy: isPending,
    error,
    input: variables,
    data,
    reset,
  }
}

/** Downloads a file with the name that the server gives it. */
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

/** Refetches queries of the subjects, for changes made without an act of this page. */
export function useInvalidate(): (subjects: readonly Subject[]) => Promise<void> {
  const client = useQueryClient()
  return useCallback((subjects) => invalidate(client, subjects), [client])
}
