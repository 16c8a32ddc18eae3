import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Body, Endpoint, Output } from '#contract/endpoint.ts'
import { call } from './client.ts'
import { useProfile } from './who.ts'

/** A call that writes into what others write into as well; what the reservoir's pages know of it is asked for again. */
export function useWriting<E extends Endpoint>(endpoint: E, what: string) {
  const hydro = useProfile().hydro_code
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Body<E>) => call(endpoint, { body } as never) as Promise<Output<E>>,
    meta: { quiet: true },
    // Also after a failure: somebody else may have been first.
    onSettled: () => client.invalidateQueries({ queryKey: [hydro, what] }),
  })
}
