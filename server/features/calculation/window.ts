import type pg from 'pg'
import { parametersAt, run, windowLength } from '#core/calculation/index.ts'
import type { Description } from '#core/description/index.ts'
import { readInputs } from './inputs.ts'

/**
 * T2 - T1 of the automatic calculation at an instant, ms: that of the parameters, shorter while the lake level changes
 * fast.
 */
export async function windowTaken(
  deps: Parameters<typeof readInputs>[0],
  d: Description,
  at: number,
  zone: string,
  now: number,
  client?: pg.PoolClient,
): Promise<number> {
  // Nothing is known of the future, which callers report separately.
  if (at > now) return windowLength(parametersAt(d, at))
  const inputs = await readInputs(deps, d, at, at, now, client)
  let from = at
  run(d, inputs, at, at, zone, {
    t: at,
    inflow({ input, entered }) {
      from = (input ?? entered)!.from
    },
  })
  return at - from
}
