import type { Series } from '../../lib/items.ts'
import type { Text } from '../../lib/text/index.ts'
import { plain } from '../../lib/plain.ts'

/** Group of a series by its role in the plant. */
type ChoiceGroup = 'level' | 'station' | 'works' | 'computed' | 'other'
export const CHOICE_GROUPS: readonly ChoiceGroup[] = ['level', 'station', 'works', 'computed', 'other']

/** Display names of a series. */
export interface SeriesChoice {
  code: string
  group: ChoiceGroup
  /** Its object and quantity. */
  label: string
  /** The sensor behind it, if known; else the series' own name if that adds anything. */
  detail: string
  unit: string
  kind: Series['kind']
  source: Series['source']
  step_s: number | null
}

/** Names of the plant's objects; parts without permission are empty. */
export interface Sources {
  positions: readonly { body: { name: string; type: number; series: string } }[]
  gates: readonly {
    id: string
    body: {
      name: string
      leaves: readonly { id: string; name: string; openingSeries?: string; dischargeSeries?: string }[]
    }
  }[]
  units: readonly {
    id: string
    body: { name: string; powerSeries: string; dischargeSeries?: string; meterSeries?: string | null }
  }[]
  stations: readonly { name: string; series: string; radar_series: string | null; station_type_id: number }[]
  stationTypes: readonly { id: number; name: string }[]
  sensors: readonly { name: string; series: string | null }[]
}

export const NO_SOURCES: Sources = {
  positions: [],
  gates: [],
  units: [],
  stations: [],
  stationTypes: [],
  sensors: [],
}

/** Nobody corrects which method computed a discharge. */
const isMethod = (code: string) => /^(outlet|unit)\..+\.method$/.test(code)

/** Every series by quantity and place, most needed first. */
export function choicesOf(series: readonly Series[], from: Sources, texts: Text): SeriesChoice[] {
  const words = texts.edits.quantity
  const named = new Map<string, { group: ChoiceGroup; label: string }>()
  const name = (code: string | null | undefined, group: ChoiceGroup, ...parts: string[]) => {
    if (code && !named.has(code)) named.set(code, { group, label: parts.filter(Boolean).join(' · ') })
  }
  // The reservoir first, then upstream and downstream of the dam.
  for (const p of [...from.positions].sort((a, b) => a.body.type - b.body.type))
    name(p.body.series, 'level', p.body.name, words.level)
  for (const s of from.stations) {
    const type = from.stationTypes.find((o) => o.id === s.station_type_id)?.name ?? ''
    name(s.series, 'station', s.name, type)
    name(s.radar_series, 'station', s.name, words.radar)
  }
  for (const g of from.gates) {
    const single = g.body.leaves.length === 1
    for (const l of g.body.leaves) {
      const leaf = l.name === g.body.name ? l.name : `${g.body.name}, ${l.name}`
      name(l.openingSeries, 'works', leaf, words.opening)
      name(l.dischargeSeries, 'works', leaf, words.measured)
      name(`log.${l.id}`, 'works', leaf, words.log)
      if (!single) name(`leaf.${l.id}.q`, 'computed', leaf, words.discharge)
    }
    name(`outlet.${g.id}.q`, 'computed', g.body.name, words.discharge)
    if (single) name(`leaf.${g.body.leaves[0].id}.q`, 'computed', g.body.leaves[0].name, words.discharge)
  }
  for (const u of from.units) {
    name(u.body.powerSeries, 'works', u.body.name, words.power)
    name(u.body.dischargeSeries, 'works', u.body.name, words.measured)
    name(`log.${u.id}`, 'works', u.body.name, words.log)
    name(u.body.meterSeries, 'works', u.body.name, words.meter)
    name(`unit.${u.id}.q`, 'computed', u.body.name, words.discharge)
    name(`energy.${u.id}`, 'computed', u.body.name, words.energy)
    name(`energy.${u.id}.difference`, 'computed', u.body.name, words.meterDifference)
  }
  const general: Record<string, string> = texts.edits.computed
  const sensors = new Map(from.sensors.flatMap((s) => (s.series === null ? [] : [[s.series, s.name]])))
  const order = new Map([...named.keys()].map((code, i) => [code, i]))
  return series
    .filter((s) => !isMethod(s.code))
    .map((s): SeriesChoice => {
      const own = general[s.code.replace(/^(general|basin)\./, '')]
      const known = named.get(s.code) ?? (own ? { group: 'computed' as const, label: own } : null)
      const label = known?.label ?? s.name
      const sensor = sensors.get(s.code)
      return {
        code: s.code,
        group: known?.group ?? (s.source === 'computed' ? 'computed' : 'other'),
        label,
        detail: sensor ?? (s.source === 'ingest' && s.name !== label ? s.name : ''),
        unit: s.unit,
        kind: s.kind,
        source: s.source,
        step_s: s.step_s,
      }
    })
    .sort(
      (a, b) =>
        CHOICE_GROUPS.indexOf(a.group) - CHOICE_GROUPS.indexOf(b.group) ||
        // The general record first, then outlets and units in their list order.
        (order.get(a.code) ?? -1) - (order.get(b.code) ?? -1) ||
        a.label.localeCompare(b.label, 'vi', { numeric: true }),
    )
}

/** Whether every word of a search occurs in the texts of a choice. */
export function matches(c: SeriesChoice, search: string): boolean {
  const all = plain(`${c.label} ${c.detail} ${c.code}`)
  return plain(search)
    .trim()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
