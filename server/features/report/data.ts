import { setImmediate } from 'node:timers/promises'
import { energyLengths, isEnergyCode, WATER_SERIES, outletCodes, unitCodes } from '#core/calculation/index.ts'
import { inForce, type Description, type Group } from '#core/description/index.ts'
import {
  calibratedBins,
  calibratedValue,
  gatherBins,
  sourceRows,
  type Piece,
  type ReportColumn,
  type ReportRow,
  type RowsData,
  moneyRows,
  ratioRows,
  ratioSeries,
  type Source,
  type SourceRows,
} from '#core/report/index.ts'
import {
  concat,
  coveringBins,
  emptySeries,
  entriesOf,
  hourBins,
  hourEdges,
  isEndStamped,
  type Bins,
  type Series,
} from '#core/series/index.ts'
import { tableInForce } from '#core/tables/index.ts'
import { HOUR, toLocalDate } from '#core/time/index.ts'
import { closingUntil, waterReach } from '#server/features/calculation/index.ts'
import { revenueOfSpans } from '#server/features/price/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import type { View } from '#server/features/dashboard/index.ts'

/** Hours of all sources that are held in memory at once. */
const AT_ONCE = 200_000

const INFLOW = 'general.total_discharge_lake'
const OUTFLOW = 'general.total_discharge_out'

/** The parts of a record that share time with [from, to); means and totals also those that end at `from`. */
const piecesIn = (source: Source, from: number, to: number): Piece[] =>
  source.pieces.filter((p) => p.from < to && (p.to > from || (p.to === from && isEndStamped(p.kind))))

const codesOf = (
  sources: readonly Source[],
  from: number,
  to: number,
  when: (piece: Piece) => boolean = () => true,
): string[] => [
  ...new Set(
    sources.flatMap((s) =>
      piecesIn(s, from, to)
        .filter(when)
        .map((p) => p.series),
    ),
  ),
]

/** Readings of a source in its unit, of the time for which each series is its record. carried: with the state before. */
export function assemble(
  source: Source,
  data: ReadonlyMap<string, Series>,
  from: number,
  to: number,
): Series {
  const parts = piecesIn(source, from, to + 1).flatMap((piece) => {
    const s = data.get(piece.series)
    if (!s) return []
    // Means and totals that are stamped when a piece begins belong to the one before.
    const begun = isEndStamped(piece.kind) ? piece.from < from : piece.from <= from
    const own = entriesOf(s, piece.kind, begun ? -Infinity : piece.from, piece.to)
    const v = own.v.map((x) => calibratedValue(piece, x, source.unit))
    return [{ t: own.t, v, q: own.q }]
  })
  return parts.length === 1 ? parts[0] : parts.length === 0 ? emptySeries() : concat(parts)
}

/** Reads sources over [from, to], both ends included. */
export async function readSources(
  view: View,
  sources: readonly Source[],
  from: number,
  to: number,
): Promise<Map<string, Series>> {
  const read = async (carry: boolean) => {
    const codes = codesOf(sources, from, to + 1, (p) => (p.kind === 'step') === carry)
    return codes.length === 0
      ? new Map<string, Series>()
      : view.readShown(view.hydro, codes, from, to, { carry })
  }
  const data = new Map([...(await read(false)), ...(await read(true))])
  return new Map(sources.map((s) => [s.id, assemble(s, data, from, to)]))
}

/**
 * Hour bins of sources over [from, to), calibrated. Hours that are cut by the boundary of a row, a seam or a change of
 * calibration are computed from their readings, part by part.
 */
async function binsOf(
  view: View,
  sources: readonly Source[],
  from: number,
  to: number,
  bounds: readonly number[],
): Promise<Map<string, Bins>> {
  const edges = hourEdges(from, to, view.plant.zone)
  const [begin, finish] = [edges[0], edges[edges.length - 1]]
  const isEdge = new Set(edges)
  const splits = (t: number) => t > begin && t < finish && !isEdge.has(t)
  const ofRows = bounds.filter(splits)
  const found = await view.bins(view.hydro, codesOf(sources, from, to), begin, finish)
  const out = new Map<string, Bins>()
  for (const source of sources) {
    const pieces = piecesIn(source, from, to)
    const ofPieces = pieces.flatMap((p) => [p.from, p.to]).filter(splits)
    const cuts = [...ofRows, ...ofPieces].sort((a, b) => a - b)
    const isCut = (start: number, end: number) => cuts.some((t) => t > start && t < end)
    const lists = pieces.map((piece) => ({
      bins: calibratedBins(piece, found.get(piece.series)!, source.unit),
      keep: (start: number, end: number) => start >= piece.from && end <= piece.to && !isCut(start, end),
    }))
    for (let i = 0; cuts.length > 0 && i + 1 < edges.length; i++) {
      const [start, end] = [edges[i], edges[i + 1]]
      if (!isCut(start, end)) continue
      for (const piece of pieces) {
        const [a, b] = [Math.max(start, piece.from), Math.min(end, piece.to)]
        if (a >= b) continue
        const within = [a, ...new Set(cuts.filter((t) => t > a && t < b)), b]
        // How long a step of energy is, the one before it says.
        const isEnergy = isEnergyCode(piece.series) && piece.step !== null
        const first = isEnergy ? a - HOUR : a
        const own = (await readSources(view, [{ ...source, pieces: [piece] }], first, b)).get(source.id)!
        const lengths = isEnergy ? energyLengths(own.t, () => piece.step!) : undefined
        const step = piece.step ?? undefined
        const bins = hourBins(own, { kind: piece.kind, edges: within, step, lengths })
        lists.push({ bins: coveringBins(piece, bins), keep: () => true })
      }
    }
    out.set(
      source.id,
      lists.length === 1 && cuts.length === 0 ? trimmed(lists[0]) : gatherBins(source.kind, lists),
    )
    // Lets others in between.
    await setImmediate()
  }
  return out

  function trimmed({ bins, keep }: { bins: Bins; keep: (start: number, end: number) => boolean }): Bins {
    for (let i = 0; i < bins.start.length; i++)
      if (!keep(bins.start[i], bins.end[i])) return gatherBins(bins.kind, [{ bins, keep }])
    return bins
  }
}

/** Hours before the ends of rows, of all sources, that are read by one statement. */
const ENDS_AT_ONCE = 20_000

/** Readings of the hour before each end and at that end: of many ends by one read. */
async function endsOf(
  view: View,
  sources: readonly Source[],
  ends: readonly number[],
): Promise<Map<string, Series>> {
  const parts = new Map<string, Series[]>(sources.map((s) => [s.id, []]))
  if (sources.length === 0) return new Map()
  const windows: { from: number; to: number }[] = []
  for (const end of ends) {
    const before = windows.at(-1)
    if (before && end - HOUR <= before.to) before.to = end
    else windows.push({ from: end - HOUR, to: end })
  }
  const most = Math.max(1, Math.floor(ENDS_AT_ONCE / sources.length))
  for (let i = 0; i < windows.length; i += most) {
    const some = windows.slice(i, i + most)
    const [from, to] = [some[0].from, some.at(-1)!.to]
    const data = await view.readShownIn(view.hydro, codesOf(sources, from, to + 1), some)
    for (const source of sources) parts.get(source.id)!.push(assemble(source, data, from, to))
  }
  return new Map([...parts].map(([id, list]) => [id, list.length === 1 ? list[0] : concat(list)]))
}

/** The water balance over exactly each row, as the panel of volumes has it. */
export async function closingsOf(
  view: View,
  rows: readonly ReportRow[],
): Promise<ReturnType<typeof closingUntil>[]> {
  const d = view.description
  const spans = rows.map((row) => row.spans.day)
  const end = Math.min(view.at, spans[spans.length - 1].end)
  const slack = waterReach(d, end)
  const data = await view.read(
    view.hydro,
    WATER_SERIES,
    spans[0].start - slack,
    Math.min(view.at, end + slack),
  )
  return spans.map(({ start, end }) => closingUntil(d, data, start, end, view.at))
}

/** Volumes of inflow and outflow of rows. */
async function balancesOf(
  view: View,
  rows: readonly ReportRow[],
): Promise<Map<string, { v: number | null; q: number }[]>> {
  const closings = await closingsOf(view, rows)
  return new Map([
    [INFLOW, closings.map((c) => ({ v: c.inflow, q: c.q }))],
    [OUTFLOW, closings.map((c) => ({ v: c.outflow, q: c.q }))],
  ])
}

/** The series that says by which method the discharge of a source was computed. */
function methodOf(d: Description, { object }: Source): string | null {
  if (object.kind === 'unit') return unitCodes(object.id).method
  if (object.kind === 'outlet') return outletCodes(object.id).method
  const gate = d.gates.find((v) => v.body.leaves.some((l) => l.id === object.id))
  return gate ? outletCodes(gate.id).method : null
}

/** Methods of the sources that have a column of them, over [from, to], with the state before. */
export async function methodsOf(
  view: View,
  columns: readonly ReportColumn[],
  from: number,
  to: number,
): Promise<Map<string, Series>> {
  const codes = new Map(
    columns
      .filter((c) => c.measure === 'method')
      .map((c) => [c.source.id, methodOf(view.description, c.source)] as const)
      .filter((e): e is [string, string] => e[1] !== null),
  )
  if (codes.size === 0) return new Map()
  const data = await view.read(view.hydro, [...new Set(codes.values())], from, to, { carry: true })
  return new Map([...codes].map(([id, code]) => [id, data.get(code) ?? emptySeries()]))
}

/** The table by which the discharge of an object is looked up at an instant: its group, name and first day in force. */
export function tableAt(view: View, { object }: Source, t: number): string | null {
  const { tables, gates, units } = view.description
  const { zone } = view.plant
  const found = (groups: readonly Group[], objects: readonly (string | null)[]) => {
    for (const group of groups)
      for (const object of objects) {
        const table = tableInForce(tables, group, object, t, zone)
        if (!table) continue
        const since = Number.isFinite(table.from) ? `, ${toLocalDate(table.from, zone)}` : ''
        return `${group} ${table.body.name}${since}`
      }
    return null
  }
  if (object.kind === 'unit') {
    const unit = inForce(
      units.filter((u) => u.id === object.id),
      t,
    )
    return unit ? found(['HPQ', 'nHPQ', 'ZPQ'], [object.id, unit.body.waterway, null]) : null
  }
  const own = gates.filter((v) => v.id === object.id || v.body.leaves.some((l) => l.id === object.id))
  const gate = inForce(own, t)
  if (!gate) return null
  return found(gate.body.type === 1 ? ['FFZQ'] : ['ZAQ'], [object.id, gate.id, null])
}

/** A computed series that a quantity is derived from, as a source of its own. */
function plainSource(of: Source, series: string): Source {
  const kind = isEnergyCode(series) ? 'total' : 'instant'
  const own = { kind, unit: '', gain: 1, offset: 0, from: -Infinity, to: Infinity } as const
  return { ...of, id: series, ratio: undefined, ...own, pieces: [{ series, step: null, ...own }] }
}

/** What the cells of some rows are made of. */
export async function rowsData(
  view: View,
  registry: Registry,
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[],
): Promise<RowsData> {
  const all = [...new Map(columns.map((c) => [c.source.id, c.source])).values()]
  const sources = all.filter((s) => !s.money && !s.ratio)
  const [first, last] = [rows[0], rows[rows.length - 1]]
  const folded = new Map<string, SourceRows>()
  for (const [, ofDays] of Map.groupBy(sources, (s) => s.days)) {
    const { days } = ofDays[0]
    const [from, to] = [first.spans[days].start, last.spans[days].end]
    const together = Math.max(1, Math.floor((AT_ONCE * HOUR) / (to - from)))
    const bounds = rows.flatMap(({ spans }) => [spans[days].start, spans[days].end])
    for (let i = 0; i < ofDays.length; i += together) {
      const some = ofDays.slice(i, i + together)
      const bins = await binsOf(view, some, from, Math.min(to, Math.max(from, view.at) + 1), bounds)
      for (const s of some) folded.set(s.id, sourceRows(s, bins.get(s.id)!, rows, view.at))
    }
  }
  for (const { id, money, days } of all) {
    if (!money) continue
    const spans = rows.map((row) => ({ from: row.spans[days].start, to: row.spans[days].end }))
    folded.set(id, moneyRows(await revenueOfSpans(registry, view, money.unit, spans)))
  }
  const derived = all.filter((s) => s.ratio)
  for (const [days, list] of Map.groupBy(derived, (s) => s.days)) {
    const codes = new Set(list.flatMap((s) => ratioSeries(s.ratio!)))
    const parts = [...codes].map((code) => plainSource(list[0], code))
    const [from, to] = [first.spans[days].start, last.spans[days].end]
    const bounds = rows.flatMap(({ spans }) => [spans[days].start, spans[days].end])
    const bins = await binsOf(view, parts, from, Math.min(to, Math.max(from, view.at) + 1), bounds)
    for (const { id, ratio } of list)
      folded.set(id, ratioRows({ ratio: ratio!, days }, view.description, bins, rows, view.at))
  }
  const ends = new Map<string, Series>()
  const atEnd = columns.filter((c) => c.measure === 'end').map((c) => c.source)
  for (const [days, list] of Map.groupBy(atEnd, (s) => s.days)) {
    const instants = rows.map((row) => row.spans[days].end).filter((t) => t <= view.at)
    for (const [id, s] of await endsOf(view, list, instants)) ends.set(id, s)
  }
  const balanced = columns.some(
    ({ measure, source }) => measure === 'volume' && (source.id === INFLOW || source.id === OUTFLOW),
  )
  const { start } = first.spans.day
  return {
    sources: folded,
    ends,
    volumes: balanced ? await balancesOf(view, rows) : new Map(),
    methods: await methodsOf(view, columns, start, Math.min(view.at, last.spans.day.end)),
    tableAt: (source, t) => tableAt(view, source, t),
  }
}
