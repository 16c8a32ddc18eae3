import { NET_ENERGY } from '#core/calculation/index.ts'
import type { Description, Version } from '#core/description/index.ts'
import {
  missingShare,
  numberOf,
  roundedOf,
  sumOf,
  sumOfRevenues,
  type Exact,
  type PeriodRevenue,
} from '#core/price/index.ts'
import { DAY, startOf } from '#core/time/index.ts'
import { MOST_REVENUE_DAYS, previewPrices } from '#contract/revenue.ts'
import { spansOf } from '#server/features/history/index.ts'
import { withDraft, factsOf } from '#server/features/plants/index.ts'
import type { Serve } from '#server/lib/serve.ts'
import { revenueBy } from './revenue.ts'
import type { PriceDeps } from './types.ts'

/** Previews what changes of prices do to the revenue of months. */
export function servePricePreview(serve: Serve, { db, registry, viewOf }: PriceDeps): void {
  serve(previewPrices, async ({ body, caller }) => {
    const view = await viewOf(caller)
    const { zone } = view.plant
    const facts = factsOf(await registry.list(view.hydro))
    const context = {
      language: caller.language,
      zone,
      now: view.at,
      ...facts,
    }
    let d = view.description
    body.changes.forEach((change, i) => {
      d = withDraft(d, change, `changes.${i}`, context)
    })
    const sold = (await spansOf(db.pool, view.hydro, [NET_ENERGY])).get(NET_ENERGY)
    const begin = Math.max(
      sold?.from ?? Infinity,
      firstChange(view.description, d),
      view.at - MOST_REVENUE_DAYS * DAY,
    )
    if (begin >= view.at) {
      const nothing = { before: 0, after: 0 }
      return { from: null, to: null, compared: 0, months: [], total: { vnd: nothing, net_vnd: nothing } }
    }
    const span = { unit: null, group: 'month' as const, from: startOf('month', begin, zone), to: view.at }
    const before = (await revenueBy(registry, view, span)).rows
    const after = (await revenueBy(registry, { ...view, description: d }, span)).rows
    const differs = before.flatMap((b, i) => (isSame(b, after[i]) ? [] : [{ b, a: after[i] }]))
    const pairs = (b: PeriodRevenue, a: PeriodRevenue) => ({
      vnd: { before: roundedOf(b.vnd), after: roundedOf(a.vnd) },
      net_vnd: { before: roundedOf(b.net), after: roundedOf(a.net) },
    })
    return {
      from: before[0].from,
      to: before.at(-1)!.to,
      compared: before.length,
      months: differs.map(({ b, a }) => ({
        from: b.from,
        to: b.to,
        kwh: numberOf(a.kwh),
        ...pairs(b, a),
        unpriced_kwh: { before: numberOf(b.unpriced), after: numberOf(a.unpriced) },
        missing: missingShare(a),
      })),
      total: pairs(sumOfRevenues(differs.map((x) => x.b)), sumOfRevenues(differs.map((x) => x.a))),
    }
  })
}

/** The first instant at which other prices are in force, epoch ms; Infinity: none. */
function firstChange(before: Description, after: Description): number {
  const end = (v: Version<unknown>) => v.to ?? Infinity
  const cuts = (['tariffs', 'calendars', 'deductions'] as const).flatMap((list) => {
    const [old, made]: Version<unknown>[][] = [before[list], after[list]]
    const gone = old.filter((v) => !made.includes(v))
    const come = made.filter((v) => !old.includes(v))
    // A version that only ends elsewhere changes nothing before that.
    const twinOf = (v: Version<unknown>, others: Version<unknown>[]) =>
      others.find((o) => o.body === v.body && o.from === v.from)
    return [
      ...gone.map((v) => {
        const twin = twinOf(v, come)
        return twin ? Math.min(end(v), end(twin)) : v.from
      }),
      ...come.filter((v) => !twinOf(v, gone)).map((v) => v.from),
    ]
  })
  return cuts.reduce((first, t) => Math.min(first, t), Infinity)
}

/** Whether nothing of two revenues differs, also not what each class earned and each deduction took. */
function isSame(b: PeriodRevenue, a: PeriodRevenue): boolean {
  const [before, after] = [figuresOf(b), figuresOf(a)]
  return (
    before.size === after.size &&
    [...before].every(([key, x]) => {
      const y = after.get(key)
      return y !== undefined && x.n * y.d === y.n * x.d
    })
  )
}

/** Energy and money by class, season and kind, and deductions. The versions of tariffs are left out. */
function figuresOf({ parts, deductions, net }: PeriodRevenue): Map<string, Exact> {
  const out = new Map<string, Exact>([['net', net]])
  const add = (key: string, more: Exact) => out.set(key, sumOf(out.get(key) ?? { n: 0n, d: 1n }, more))
  for (const { kind, class: code, season, kwh, vnd } of parts) {
    add(`kwh ${kind} ${code} ${season}`, kwh)
    add(`vnd ${kind} ${code} ${season}`, vnd)
  }
  for (const { id, body, vnd } of deductions) add(`deduction ${id} ${body.deducted}`, vnd)
  return out
}
