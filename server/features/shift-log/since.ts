import type { SheetContent, SheetEvent, SheetSince } from '#contract/handover.ts'

/** Values that differ by less are equal: the last digit kept. */
const SAME = 1e-6

/** Differences between the content when signed and now. Empty lists: nothing was corrected since. */
export function sinceSigned(signed: SheetContent, now: SheetContent): SheetSince {
  const figures: SheetSince['figures'] = []
  const compare = (
    key: string,
    unit: string,
    at: SheetSince['figures'][number]['at'],
    a: number | null,
    b: number | null,
  ) => {
    if (a === b || (a !== null && b !== null && Math.abs(a - b) <= SAME)) return
    figures.push({ key, unit, at, signed: a, now: b })
  }
  for (const f of signed.figures) {
    const g = now.figures.find((x) => x.key === f.key)
    for (const at of ['start', 'end'] as const) compare(f.key, f.unit, at, f[at].v, g?.[at].v ?? null)
  }
  compare('level_min', 'm', 'span', signed.level_min.v, now.level_min.v)
  compare('level_max', 'm', 'span', signed.level_max.v, now.level_max.v)
  for (const f of signed.totals)
    compare(f.key, f.unit, 'span', f.v, now.totals.find((x) => x.key === f.key)?.v ?? null)
  for (const p of signed.positions) {
    const q = now.positions.find((x) => x.kind === p.kind && x.id === p.id)
    for (const at of ['start', 'end'] as const) compare(p.name, p.unit, at, p[at].v, q?.[at].v ?? null)
  }
  const [was, is] = [byId(signed.events), byId(now.events)]
  const both = signed.events.flatMap((e) => (is.has(e.id) ? [{ signed: e, now: is.get(e.id)! }] : []))
  return {
    figures,
    added: now.events.filter((e) => !was.has(e.id)),
    changed: both.filter((x) => !sameEvent(x.signed, x.now)),
    gone: signed.events.filter((e) => !is.has(e.id)),
  }
}

const byId = (events: readonly SheetEvent[]) => new Map(events.map((e) => [e.id, e]))

const sameEvent = (a: SheetEvent, b: SheetEvent) =>
  a.t === b.t && a.label.vi === b.label.vi && a.text === b.text && a.order_no === b.order_no && a.by === b.by
