import { emptySeries, type Series } from '#core/series/index.ts'
import type { AmendOptions, Change, History } from '#server/features/history/index.ts'

/**
 * Takes back what is stored of computed series over [from, to] at instants that are no longer computed: of an outlet
 * that was retired, of a former interval. What stays or changes is written over afterwards.
 */
export async function withdraw(
  history: History,
  hydroCode: string,
  codes: readonly string[],
  out: ReadonlyMap<string, Series>,
  from: number,
  to: number,
  because: AmendOptions,
): Promise<Change[]> {
  const stored = await history.read(hydroCode, codes, from, to, { client: because.client })
  const changes: Change[] = []
  for (const code of codes) {
    if (isWithin(stored.get(code)!.t, (out.get(code) ?? emptySeries()).t)) continue
    changes.push(...(await history.erase(hydroCode, code, from, to, because)).changes)
  }
  return changes
}

/** Whether every instant of a is one of b; both ascend. */
function isWithin(a: Float64Array, b: Float64Array): boolean {
  let k = 0
  for (const t of a) {
    while (k < b.length && b[k] < t) k++
    if (k === b.length || b[k] !== t) return false
  }
  return true
}
