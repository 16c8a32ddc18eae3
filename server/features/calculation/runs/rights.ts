import type pg from 'pg'
import { can } from '#core/access/index.ts'
import type { Instants } from '#core/calculation/index.ts'
import { forbidden } from '#server/lib/errors.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Reviews } from '../hooks.ts'

export const mayApproveRun = (caller: Pick<Caller, 'permissions'>) =>
  can(caller.permissions, 'readings.approve')

/** @throws Problem 403 when part of the span is approved and the caller may not change that */
export async function requireRunRights(
  c: pg.PoolClient,
  reviews: Reviews | undefined,
  caller: Caller,
  span: Instants,
): Promise<void> {
  if (!reviews || mayApproveRun(caller)) return
  const { held } = await reviews.split(c, caller.hydro, [span])
  if (held.length > 0) throw forbidden('approved_time')
}
