import type { Description } from '#core/description/index.ts'
import {
  bodyOf,
  REVENUE_PLANT,
  revenueCode,
  waterRatioCode,
  type Measure,
  type ObjectSources,
  type ReportColumn,
  type ReportObject,
  type Source,
} from '#core/report/index.ts'
import { MINUTE, toLocal } from '#core/time/index.ts'
import { text, type Language, type MessageCode } from '#contract/messages.ts'
import type { ReportColumnHead } from '#contract/report.ts'
import { SERIES_NAMES, seriesName } from '#contract/series-names.ts'

/** Names of what a report tells, in a language, as described at an instant. */
export interface Words {
  object(object: ReportObject): string
  quantity(source: Source): string
  head(column: ReportColumn, dayStart: number | null, several: boolean): ReportColumnHead
}

const BY_UNIT: Readonly<Record<string, MessageCode>> = {
  'm3/s': 'report_discharge',
  '10^6 m3': 'report_storage',
  m3: 'report_storage',
  MW: 'report_power',
  kW: 'report_power',
  V: 'report_voltage',
  'm/s': 'report_velocity',
}

const FORMATS: Readonly<Partial<Record<Measure, ReportColumnHead['format']>>> = {
  t_min: 'time',
  t_max: 'time',
  method: 'method',
  table: 'text',
  flags: 'quality',
}

/** Minutes after midnight as a clock shows them. */
export const dayClock = (minutes: number): string => toLocal(minutes * MINUTE, 'UTC').slice(11, 16)

export function wordsOf(
  d: Description,
  at: number,
  language: Language,
  names: ReadonlyMap<string, string>,
): Words {
  const nameOf = <T extends { name: string }>(list: readonly { id: string }[], id: string) =>
    bodyOf(
      (list as { id: string; version: string; from: number; to: number | null; body: T }[]).filter(
        (v) => v.id === id,
      ),
      at,
    ).name
  const object = ({ kind, id }: ReportObject): string => {
    if (kind === 'station') return nameOf(d.stations, id)
    if (kind === 'outlet') return nameOf(d.gates, id)
    if (kind === 'unit') return nameOf(d.units, id)
    if (kind === 'leaf') {
      const gate = d.gates.filter((v) => v.body.leaves.some((l) => l.id === id))
      const body = bodyOf(gate, at)
      return `${body.name}, ${body.leaves.find((l) => l.id === id)!.name}`
    }
    if (id === REVENUE_PLANT) return text('report_revenue_plant', language)
    const earner = d.units.find((u) => revenueCode(u.id) === id)
    if (earner) {
      // What a unit lacks of the plant's revenue is said where a tariff has it.
      const isPart = d.tariffs.some(({ body }) => body.contract || body.surplus)
      const name = nameOf(d.units, earner.id)
      return text(isPart ? 'report_revenue_unit_part' : 'report_revenue_unit', language, { name })
    }
    for (const ratio of ['water_use', 'coefficient'] as const) {
      if (id === waterRatioCode(ratio, null)) return text(`report_${ratio}_plant`, language)
      const unit = d.units.find((u) => waterRatioCode(ratio, u.id) === id)
      if (unit) return text(`report_${ratio}_unit`, language, { name: nameOf(d.units, unit.id) })
    }
    if (id === 'energy.plant') return text('report_energy_plant', language)
    const unit = /^energy\.(.+)$/.exec(id)?.[1]
    if (unit !== undefined && d.units.some((u) => u.id === unit))
      return text('report_energy_unit', language, { name: nameOf(d.units, unit) })
    return SERIES_NAMES[language][id] ?? seriesName({ code: id, name: names.get(id) ?? id }, language)
  }
  const quantity = (source: Source): string => {
    if (source.object.kind === 'general') return ''
    const [, what] = /\.(opening|velocity|water_depth)$/.exec(source.id) ?? []
    if (what === 'opening') return text('report_opening', language)
    if (what === 'water_depth') return text('report_depth', language)
    if (source.days === 'rain') return text('report_rain', language)
    if (source.nature === 'level') return text('report_level', language)
    return text(BY_UNIT[source.shown] ?? 'report_reading', language)
  }
  return {
    object,
    quantity,
    head(column, dayStart, several) {
      const { source, measure } = column
      const own = column.object.id === source.object.id ? null : object(source.object)
      const lines = [
        own ?? object(column.object),
        quantity(source),
        measure === 'value' ? '' : text(`report_measure_${measure}`, language),
        several && dayStart !== null ? text('report_day_from', language, { time: dayClock(dayStart) }) : '',
      ].filter((line) => line !== '')
      return {
        id: column.id,
        name: lines.join(' · '),
        head: lines,
        group: `${column.object.kind}/${column.object.id}`,
        measure,
        format: FORMATS[measure] ?? 'number',
        unit: column.unit,
        decimals: column.decimals,
        series: source.money || source.ratio ? [] : [...new Set(source.pieces.map((p) => p.series))],
        ...(source.money && { money: source.money }),
        day_start: dayStart,
        days: source.days,
      }
    },
  }
}

/** The quantity by which an object is listed in the tree: what flows out of it, else the first. */
export const mainSource = ({ object, sources }: ObjectSources): Source =>
  object.kind === 'station' || object.kind === 'general' ? sources[0] : sources[sources.length - 1]
