/** Where reservoirs are on their rivers, and which is the next one downstream. */

/** The place of a dam, as its own description gives it: no description names another reservoir. */
export interface RiverPlace {
  code: string
  name: string
  river: string
  /** Name of the river basin; null: by the rivers that its river joins. */
  riverBasin: string | null
  /** Distance of the dam from the mouth of its river along the river, km; null: not described. */
  riverKm: number | null
  /** The river into which its river flows, and at which of its kilometres; null: none, or not described. */
  joins: { river: string; km: number } | null
}

export interface PlacedReservoir {
  basin: string
  /** Distance from the mouth of the last river that is described, km; null where it is not described. */
  toMouth: number | null
  /** Code of the next reservoir downstream; null: none, or not described. */
  downstream: string | null
}

/** Rivers join others at most this many times; beyond it somebody described a circle. */
const MOST_RIVERS = 20

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
const keyOf = (river: string) => river.trim().toLowerCase()

/**
 * Basin, distance to the mouth and next reservoir downstream of each, by code. The next one is on the same river with
 * the largest smaller kilometre, else on the river that it joins, at or below the confluence.
 */
export function placeReservoirs(all: readonly RiverPlace[]): Map<string, PlacedReservoir> {
  const rivers = Map.groupBy(all, (r) => keyOf(r.river))
  return new Map(all.map((r) => [r.code, placeOf(r, rivers)]))
}

/**
 * The places of some reservoirs by what these alone describe: a reservoir that is not among them changes neither basin
 * nor distance. all: the places among all reservoirs; where the next one downstream is not among the given, no other
 * takes its place.
 */
export function placesAmong(
  some: readonly RiverPlace[],
  all: ReadonlyMap<string, PlacedReservoir>,
): Map<string, PlacedReservoir> {
  const places = placeReservoirs(some)
  for (const [code, p] of places)
    if (p.downstream !== all.get(code)?.downstream) places.set(code, { ...p, downstream: null })
  return places
}

function placeOf(own: RiverPlace, rivers: ReadonlyMap<string, readonly RiverPlace[]>): PlacedReservoir {
  let basin = own.riverBasin
  let downstream: string | null = null
  let toMouth = own.riverKm
  let river = own.river
  let km = own.riverKm
  const seen = new Set<string>()
  for (let hop = 0; hop < MOST_RIVERS && !seen.has(keyOf(river)); hop++) {
    seen.add(keyOf(river))
    // Rivers of two basins may have the same name.
    const there = (rivers.get(keyOf(river)) ?? []).filter(
      (r) => basin === null || r.riverBasin === null || same(r.riverBasin, basin),
    )
    if (downstream === null && km !== null) downstream = nextBelow(there, own, km, hop > 0)
    basin ??= there.find((r) => r.riverBasin !== null)?.riverBasin ?? null
    const joins = (hop === 0 ? own.joins : null) ?? there.find((r) => r.joins !== null)?.joins ?? null
    if (joins === null || same(joins.river, river)) break
    if (toMouth !== null) toMouth += joins.km
    if (km !== null) km = joins.km
    river = joins.river
  }
  return { basin: basin ?? river, toMouth, downstream }
}

/** The reservoir of a river with the largest kilometre below km; at: or at it, as a tributary may end in a lake. */
function nextBelow(there: readonly RiverPlace[], own: RiverPlace, km: number, at: boolean): string | null {
  let best: RiverPlace | null = null
  for (const r of there) {
    if (r.code === own.code || r.riverKm === null) continue
    if (r.riverKm > km || (r.riverKm === km && !at)) continue
    if (best === null || r.riverKm > best.riverKm!) best = r
  }
  return best?.code ?? null
}

interface Ordered {
  hydro_name: string
  basin: string
  river: string
  to_mouth: number | null
}

/** Compares reservoirs by river: basins by name, within one from upstream to downstream, then what is not described. */
export function byRiver(a: Ordered, b: Ordered): number {
  const names = (x: string, y: string) => x.localeCompare(y, 'vi')
  return (
    names(a.basin, b.basin) ||
    descending(a.to_mouth, b.to_mouth) ||
    names(a.river, b.river) ||
    names(a.hydro_name, b.hydro_name)
  )
}

/** The larger first, null last. */
function descending(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return b - a
}
