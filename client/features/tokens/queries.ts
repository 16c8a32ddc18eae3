import { MINUTE } from '#core/time/units.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/tokens.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { call } from '../../lib/client.ts'
import { useProfile } from '../../lib/who.ts'

export type Series = Output<typeof contract.getTokenSeries>[number]
export type Made = Output<typeof contract.addToken>

/** The last use is known to the minute. */
const AGAIN = MINUTE

const keyOf = (hydro: string) => [hydro, 'tokens']

export function useTokens(wanted = true) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: keyOf(hydro),
    queryFn: ({ signal }) => call(contract.listTokens, { signal }),
    refetchInterval: AGAIN,
    enabled: wanted,
  })
}

export function useSeries(wanted: boolean) {
  const hydro = useProfile().hydro_code
  return useQuery({
    queryKey: [hydro, 'token-series'],
    queryFn: ({ signal }) => call(contract.getTokenSeries, { signal }),
    enabled: wanted,
  })
}

export function useAddToken() {
  const hydro = useProfile().hydro_code
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<Input<typeof contract.addToken>['body']>) =>
      call(contract.addToken, { body }),
    meta: { quiet: true },
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(hydro) }),
  })
}

export function useRevokeToken() {
  const hydro = useProfile().hydro_code
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(contract.revokeToken, { body: { token_id: id } }),
    meta: { quiet: true },
    // Also after a failure: another person may have been first.
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(hydro) }),
  })
}
