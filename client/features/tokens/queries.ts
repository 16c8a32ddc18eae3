import { MINUTE } from '#core/time/units.ts'
import * as contract from '#contract/tokens.ts'
import type { Output } from '#contract/endpoint.ts'
import { useAct, useRead } from '../../lib/query.ts'

export type Made = Output<typeof contract.addToken>

/** The last use is accurate to the minute. */
const AGAIN = MINUTE

export const useTokens = (wanted = true) =>
  useRead(contract.listTokens, {}, { refetchInterval: AGAIN, enabled: wanted })

export const useTokenSeries = (wanted: boolean) => useRead(contract.getTokenSeries, {}, { enabled: wanted })

export const useAddToken = () => useAct(contract.addToken, { quiet: true })
