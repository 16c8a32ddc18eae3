import {
  concat,
  emptySeries,
  hourBins,
  hourEdges,
  isEndStamped,
  lowerBound,
  mergeBins,
  packBins,
  slice,
  unpackBins,
  type Bins,
  type Series,
} from '#core/series/index.ts'
import type { Client } from '../store/context.ts'
import type { DirtySpan } from '../store/dirty-spans.ts'
import { byteas, numbers } from '#server/lib/arrays.ts'
import { pack, unpack } from '#server/lib/packed.ts'
import { hasValues, lineOf, monthOf, monthStart, pickBins, rejectedOf, sliceBins } from './bins.ts'
import { infos, type Info, type BinsOptions } from './context.ts'

/** Marks taken in one transaction. Ingest of the marked series waits for it, so they are few. */
const MARKS = 64

/** Hours of one series to recompute: edges of consecutive hours. open: stored bins after them are deleted too. */
interface Piece {
  series: string
  info: Info
  edges: Float64Array
  open: boolean
}

interface Month {
  series: string
  month: number
  bins: Bins | null
  rejected: Series
}

/** Recomputes marked bins until none are left or `limit` marks were taken. Returns how many were taken. */
export async function settleBins(o: BinsOptions, limit = Infinity): Promise<number> {
  let done = 0
  for (const hydroCode of await o.dirtyPlants('bin')) {
    for (;;) {
      const taken = await settlePlant(o, hydroCode, Math.min(MARKS, limit - done))
      done += taken
      if (done >= limit) return done
      if (taken === 0) break
    }
  }
  return done
}

/**
 * One transaction: takes marks, and writes the hours they touch from the readings. Months are locked before the series
 * are read, so of two that compute the same hour, the one that writes later has read later.
 */
export async function settlePlant(
  o: BinsOptions,
  hydroCode: string,
  limit = MARKS,
  series?: readonly string[],
): Promise<number> {
  const zone = await o.zoneOf(hydroCode)
  return o.transact(async (client) => {
    const spans = await o.takeDirtySpans(client, hydroCode, 'bin', { limit, series })
    await o.pause('marks taken')
    if (spans.length === 0) return 0
    const known = await infos(o, hydroCode, [...new Set(spans.map((s) => s.series))], client)
    const pieces: Piece[] = []
    for (const [code, list] of Map.groupBy(spans, (s) => s.series)) {
      const info = known.get(code)!
      pieces.push(...(await piecesOf(o, client, hydroCode, code, list, info, zone)))
    }
    const months = await lockMonths(client, hydroCode, pieces, zone)
    await o.pause('months locked')
    await fill(o, client, hydroCode, pieces, months)
    await store(client, hydroCode, zone, months)
    await o.pause('bins written')
    return spans.reduce((sum, s) => sum + s.rows, 0)
  })
}

/** The hours that changes over spans may have touched, as runs that do not overlap. */
async function piecesOf(
  o: BinsOptions,
  client: Client,
  hydroCode: string,
  series: string,
  spans: readonly DirtySpan[],
  info: Info,
  zone: string,
): Promise<Piece[]> {
  const ranges: { from: number; to: number; open: boolean }[] = []
  for (const { from, to } of spans) {
    if (info.kind === 'instant') ranges.push({ from, to: to + 1, open: false })
    else if (info.kind !== 'step') ranges.push({ from: from - 1, to, open: false })
    else {
      // A state lasts from its entry to the next one, which may be months later; readers extend the last one.
      const before = await o.stateAt(hydroCode, series, from - 1, client)
      const after = await o.nextAfter(hydroCode, series, to, client)
      const end = after ?? Math.max(to, (await o.lastOf(hydroCode, series, client))?.t ?? to)
      ranges.push({ from: before?.t ?? from, to: end + 1, open: after === null })
    }
  }
  const out: Piece[] = []
  for (const { from, to, open } of ranges.sort((a, b) => a.from - b.from)) {
    const edges = hourEdges(from, to, zone)
    const before = out[out.length - 1]
    const last = before?.edges[before.edges.length - 1]
    if (before && edges[0] <= last) {
      before.edges = hourEdges(before.edges[0], Math.max(last, edges[edges.length - 1]), zone)
      before.open ||= open
    } else out.push({ series, info, edges, open })
  }
  return out
}

const keyOf = (series: string, month: number) => `${month}/${series}`

async function lockMonths(
  client: Client,
  hydroCode: string,
  pieces: Piece[],
  zone: string,
): Promise<Map<string, Month>> {
  const wanted = new Map<string, Month>()
  const want = (series: string, month: number) => {
    const key = keyOf(series, month)
    if (!wanted.has(key)) wanted.set(key, { series, month, bins: null, rejected: emptySeries() })
  }
  for (const p of pieces)
    for (let month = monthOf(p.edges[0]); month <= monthOf(p.edges[p.edges.length - 1] - 1); month++)
      want(p.series, month)
  for (const p of pieces.filter((x) => x.open)) {
    const later = await client.query<{ month: number }>(
      'SELECT month FROM bin_month WHERE hydro_code = $1 AND series = $2 AND month > $3 AND n > 0',
      [hydroCode, p.series, monthOf(p.edges[p.edges.length - 1] - 1)],
    )
    for (const r of later.rows) want(p.series, r.month)
  }
  const list = [...wanted.values()].sort((a, b) =>
    a.series === b.series ? a.month - b.month : a.series < b.series ? -1 : 1,
  )
  const keys = [hydroCode, list.map((m) => m.series), numbers(list.map((m) => m.month))]
  await client.query(
    `INSERT INTO bin_month (hydro_code, series, month, zone, n, bytes, line)
     SELECT $1, series, month, $4, 0, '', '' FROM unnest($2::text[], $3::int[]) k(series, month)
     ON CONFLICT (hydro_code, series, month) DO NOTHING`,
    [...keys, zone],
  )
  const found = await client.query<{
    series: string
    month: number
    zone: string
    bytes: Buffer
    rejected: Buffer
  }>(
    `SELECT k.series, k.month, b.zone, b.bytes, b.rejected FROM unnest($2::text[], $3::int[]) k(series, month)
      CROSS JOIN LATERAL (SELECT zone, bytes, rejected FROM bin_month b
        WHERE b.hydro_code = $1 AND b.series = k.series AND b.month = k.month FOR UPDATE) b`,
    keys,
  )
  for (const r of found.rows) {
    const month = wanted.get(keyOf(r.series, r.month))!
    month.rejected = unpack(r.rejected)
    if (r.bytes.length === 0) continue
    if (r.zone === zone) month.bins = unpackBins(r.bytes)
    else {
      // The plant's zone was changed: hours of another grid are deleted.
      const info = pieces.find((p) => p.series === r.series)!.info
      const edges = hourEdges(monthStart(r.month), monthStart(r.month + 1), zone)
      pieces.push({
        series: r.series,
        info,
        edges: edges.filter((e, i) => i === edges.length - 1 || monthOf(e) >= r.month),
        open: false,
      })
    }
  }
  return wanted
}

/** Reads the series over the pieces and writes their hours to the months. */
async function fill(
  o: BinsOptions,
  client: Client,
  hydroCode: string,
  pieces: readonly Piece[],
  months: Map<string, Month>,
): Promise<void> {
  // Series that changed over the same hours are read with one query.
  const groups = Map.groupBy(pieces, (p) => `${p.edges[0]} ${p.edges[p.edges.length - 1]}`)
  for (const group of groups.values()) {
    const { edges } = group[0]
    const codes = [...new Set(group.map((p) => p.series))]
    const [from, to] = [edges[0], edges[edges.length - 1]]
    const add = await o.judged?.(hydroCode, codes, from, to, { client })
    const data = await o.read(hydroCode, codes, from, to, { client, change: add && { add } })
    await o.pause('series read')
    for (const piece of group) await put(o, client, hydroCode, piece, data.get(piece.series)!, months)
  }
}

async function put(
  o: BinsOptions,
  client: Client,
  hydroCode: string,
  { series, info, edges, open }: Piece,
  data: Series,
  months: Map<string, Month>,
): Promise<void> {
  const carry = info.kind === 'step' ? await o.stateAt(hydroCode, series, edges[0], client) : null
  const lengths = info.lengths?.(data)
  const all = hourBins(data, { kind: info.kind, edges, step: info.step, lengths, carry })
  const fresh = pickBins(all, hasValues(all))
  const last = edges[edges.length - 1]
  const beside = rejectedOf(data, info.kind, edges)
  // A total stamped on an edge belongs to the hour before it.
  const shift = isEndStamped(info.kind) ? 1 : 0
  for (const target of months.values()) {
    const { month } = target
    if (target.series !== series || month < monthOf(edges[0]) || (!open && month > monthOf(last - 1)))
      continue
    const [a, z] = [
      lowerBound(fresh.start, monthStart(month)),
      lowerBound(fresh.start, monthStart(month + 1)),
    ]
    const kept = sliceBins(fresh, a, z)
    const had = target.bins && target.bins.kind === info.kind ? target.bins : null
    const rest = had && pickBins(had, (i) => had.start[i] < edges[0] || (!open && had.start[i] >= last))
    target.bins = rest && rest.start.length > 0 ? mergeBins(rest, kept) : kept
    const old = target.rejected
    target.rejected = concat([
      slice(old, -Infinity, edges[0] + shift),
      slice(beside, monthStart(month) + shift, monthStart(month + 1) + shift),
      open ? emptySeries() : slice(old, last + shift, Infinity),
    ])
  }
}

async function store(
  client: Client,
  hydroCode: string,
  zone: string,
  months: Map<string, Month>,
): Promise<void> {
  const list = [...months.values()].filter((m) => m.bins !== null)
  const empty = Buffer.alloc(0)
  await client.query(
    `UPDATE bin_month b SET zone = $4, n = k.n, bytes = k.bytes, line = k.line, rejected = k.rejected
       FROM unnest($2::text[], $3::int[], $5::int[], $6::bytea[], $7::bytea[], $8::bytea[])
            k(series, month, n, bytes, line, rejected)
      WHERE b.hydro_code = $1 AND b.series = k.series AND b.month = k.month`,
    [
      hydroCode,
      list.map((m) => m.series),
      numbers(list.map((m) => m.month)),
      zone,
      numbers(list.map((m) => m.bins!.start.length)),
      byteas(list.map((m) => (m.bins!.start.length > 0 ? packBins(m.bins!) : empty))),
      byteas(list.map((m) => pack(lineOf(m.bins!)))),
      byteas(list.map((m) => pack(m.rejected))),
    ],
  )
}
