import type { z } from 'zod'
import { bodyOf, BASIN_RAIN, isMoneySource, reportSources, type ObjectSources } from '#core/report/index.ts'
import { optionNames as en } from '#contract/messages/en/options.ts'
import { optionNames as vi } from '#contract/messages/vi/options.ts'
import type { Language } from '#contract/messages.ts'
import type { getReportOutlets, ReportTreeItem } from '#contract/report.ts'
import { createViews } from '#server/features/dashboard/index.ts'
import { spansOf } from '#server/features/history/index.ts'
import { seesMoney } from '#server/features/price/index.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { ReportDeps } from './report.ts'
import { mainSource, wordsOf } from './words.ts'

const STATION_TYPES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  vi: vi.station_types,
  en: en.station_types,
}

/** Everything that a report can be made of, with the span in which each has data. */
export async function reportTree(
  deps: ReportDeps,
  caller: Caller,
): Promise<z.output<(typeof getReportOutlets)['data']>> {
  const view = await createViews(deps)(caller)
  const { description: d, plant, at } = view
  const known = await deps.registry.known(caller.hydro)
  const all = reportSources(d, known).filter(
    (o) => seesMoney(caller) || !o.sources.some((s) => isMoneySource(s, known)),
  )
  const codes = [...new Set(all.flatMap((o) => mainSource(o).pieces.map((p) => p.series)))]
  const spans = await spansOf(deps.db.pool, caller.hydro, codes)
  const names = new Map([...known.values()].map((s) => [s.code, s.name]))
  const words = wordsOf(d, at, caller.language, names)
  const item = (one: ObjectSources): ReportTreeItem => {
    const source = mainSource(one)
    const held = source.pieces.flatMap((p) => {
      const span = spans.get(p.series)
      return span && span.from < p.to && span.to >= p.from
        ? [{ from: Math.max(span.from, p.from), to: Math.min(span.to, p.to) }]
        : []
    })
    return {
      id: one.object.id,
      name: words.object(one.object),
      unit: source.shown,
      decimals: source.decimals,
      first: held.length === 0 ? null : Math.min(...held.map((h) => h.from)),
      last: held.length === 0 ? null : Math.min(at, Math.max(...held.map((h) => h.to))),
    }
  }
  const items = (kind: ObjectSources['object']['kind'], when: (o: ObjectSources) => boolean = () => true) =>
    all.filter((o) => o.object.kind === kind && when(o)).map(item)
  const isRain = ({ object }: ObjectSources) => (BASIN_RAIN as readonly string[]).includes(object.id)
  const isMoney = ({ sources }: ObjectSources) => sources.some((s) => s.money)
  const isRatio = ({ sources }: ObjectSources) => sources.some((s) => s.ratio)
  const isEnergy = ({ object }: ObjectSources) => object.id.startsWith('energy.')
  const types = STATION_TYPES[caller.language]
  const typeOf = (id: string) =>
    bodyOf(
      d.stations.filter((v) => v.id === id),
      at,
    ).type
  return {
    zone: plant.zone,
    day_start: plant.dayStart,
    rain_day_start: plant.rainDayStart,
    station_types: Object.entries(types)
      .map(([type, name]) => ({
        type: Number(type),
        name,
        stations: items('station', (o) => typeOf(o.object.id) === Number(type)),
      }))
      .filter((t) => t.stations.length > 0),
    outlets: all
      .filter((o) => o.object.kind === 'outlet')
      .map((o) => ({ ...item(o), leaves: items('leaf', (leaf) => leaf.outlet === o.object.id) })),
    units: items('unit'),
    quantities: items('general', (o) => !isRain(o) && !isEnergy(o) && !isMoney(o) && !isRatio(o)),
    basin_rain: items('general', isRain),
    energy: items('general', isEnergy),
    water_use: items('general', isRatio),
    ...(seesMoney(caller) && { revenue: items('general', isMoney) }),
  }
}
