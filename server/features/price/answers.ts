import {
  missingShare,
  numberOf,
  ratioOf,
  READY_CALENDARS,
  readyCalendar,
  roundedOf,
  sumOfParts,
  type PeriodRevenue,
  type PriceCalendar,
  type Tariff,
} from '#core/price/index.ts'
import type { Version } from '#core/description/index.ts'
import { HOUR } from '#core/time/index.ts'
import { text, type Language } from '#contract/messages.ts'
import type { ClassRevenue, RevenueAnswer, RevenueRow } from '#contract/revenue.ts'
import type { PriceView } from './types.ts'
import { className, meanOf } from './words.ts'

/** Names classes by the calendars of a plant: that of the tariff, else any that has the class. */
export function createClassNames({ description: d }: PriceView, language: Language) {
  const newest = [...d.calendars].sort((a, b) => b.from - a.from)
  return (code: string | null, tariff: Version<Tariff> | null): string => {
    if (code === null) return text('class_none', language)
    const has = ({ classes }: PriceCalendar) => classes.some((c) => c.code === code)
    const id = tariff?.body.calendar
    const ready = id === undefined ? undefined : readyCalendar(id)
    const own = newest.filter((c) => c.id === id).map((c) => c.body)
    const others = [...newest.map((c) => c.body), ...Object.values(READY_CALENDARS)]
    const calendar = [...own, ...(ready ? [ready] : []), ...others].find(has)
    return calendar ? className(calendar, code, language) : code
  }
}

type NameOf = ReturnType<typeof createClassNames>

/** The revenue of a period as it is answered: each figure rounded from its own exact sum. */
export function revenueAnswer(r: PeriodRevenue, nameOf: NameOf): RevenueRow {
  const versions = new Map(r.parts.flatMap((p) => (p.tariff ? [[p.tariff.version, p.tariff]] : [])))
  return {
    from: r.from,
    to: r.to,
    classes: classesOf(r, nameOf),
    kwh: numberOf(r.kwh),
    vnd: roundedOf(r.vnd),
    mean_price: ratioOf(r.vnd, r.kwh),
    tariffs: [...versions.keys()],
    deductions: r.deductions.map(({ id, body, vnd }) => ({
      id,
      name: body.name,
      vnd: roundedOf(vnd),
      deducted: body.deducted,
    })),
    net_vnd: roundedOf(r.net),
    unpriced_kwh: numberOf(r.unpriced),
    unsettled_hours: r.unsettled / HOUR,
    estimate: r.estimate,
    steps: r.steps,
    missing_steps: r.missingSteps,
    missing: missingShare(r),
    quality: r.q,
  }
}

function classesOf({ parts, hours }: PeriodRevenue, nameOf: NameOf): ClassRevenue[] {
  const codes = new Set<string | null>([...parts.map((p) => p.class), ...hours.keys()])
  return [...codes].map((code) => {
    const own = parts.filter((p) => p.class === code)
    const sums = sumOfParts(own)
    return {
      class: code,
      name: nameOf(code, own[0]?.tariff ?? null),
      hours: (hours.get(code ?? '') ?? 0) / HOUR,
      kwh: numberOf(sums.kwh),
      price: meanOf(own.filter((p) => p.kind === 'energy')),
      vnd: roundedOf(sums.vnd),
      parts: own.map(({ kind, season, tariff, kwh, vnd }) => ({
        kind,
        season,
        tariff: tariff?.version ?? null,
        kwh: numberOf(kwh),
        price: kind === 'unpriced' ? null : ratioOf(vnd, kwh),
        vnd: roundedOf(vnd),
      })),
    }
  })
}

/** Versions of tariffs of some revenues, oldest first. */
export function tariffsOf(rows: readonly PeriodRevenue[]): RevenueAnswer['tariffs'] {
  const versions = new Map<string, Version<Tariff>>()
  for (const { parts } of rows)
    for (const { tariff } of parts) if (tariff) versions.set(tariff.version, tariff)
  return [...versions.values()]
    .sort((a, b) => a.from - b.from)
    .map(({ version, id, body, from, to }) => ({
      version,
      id,
      name: body.name,
      kind: body.kind,
      calendar: body.calendar,
      from: Number.isFinite(from) ? from : null,
      to,
    }))
}
