import {
  allInForce,
  inForce,
  type Description,
  type Group,
  type Outlet,
  type OutletGate,
  type Table,
  type Version,
} from '../../description/index.ts'
import { flow, gateDischarge, maxOpening } from '../../hydraulics/index.ts'

/**
 * Exponent K of Francou and Rodier (1967), above all known floods: the largest of the world catalogue (Rodier and
 * Roche, IAHS 143, 1984) have 6 to 6.76, the last one being that of the Amazon at Obidos.
 */
const FRANCOU = 6.8

/**
 * A flood larger than any known for this basin area, m3/s: 10^6 (A / 10^8)^(1 - K / 10), A km2. NaN without an area.
 */
export function largestFlood(basinArea: number): number {
  return basinArea > 0 ? 1e6 * Math.pow(basinArea / 1e8, 1 - FRANCOU / 10) : NaN
}

const RATINGS: readonly Group[] = ['ZAQ', 'FFZQ']
const largest = new WeakMap<Table, number>()

/** The largest discharge in a table, m3/s. */
function largestOf(table: Table): number {
  let most = largest.get(table)
  if (most === undefined) {
    most = table.rows.reduce((a, row) => Math.max(a, row.at(-1)!), 0)
    largest.set(table, most)
  }
  return most
}

/**
 * The largest discharge of one gate, m3/s: by its tables, else by its formula, fully open at the highest possible
 * level. NaN where neither gives it, and for an outlet whose discharge is the whole outflow of the lake.
 */
export function gateCapacity(
  d: Description,
  { id, body }: Version<Outlet>,
  leaf: OutletGate,
  at: number,
): number {
  if (body.total) return NaN
  const alone = allInForce(d.gates, at).length === 1
  const own = d.tables.filter(
    ({ body: table }) =>
      table.active &&
      RATINGS.includes(table.group) &&
      (table.object === leaf.id || table.object === id || (alone && table.object === null)),
  )
  if (own.length > 0) return Math.max(...own.map((table) => largestOf(table.body)))
  const z = inForce(d.plant, at)?.body.levels.maxPossible
  if (z === undefined) return NaN
  const open = { z, opening: maxOpening(body), actual: true, tail: null }
  return gateDischarge({ ...body, method: 'auto' }, body.leaves.indexOf(leaf), open, null, 'loop', flow())
}
