import type { Description, Outlet, Group, GeneratingUnit } from '#core/description/index.ts'
import type { Compiled } from './compile.ts'
import { timeline } from './timeline.ts'
import type { Timeline } from './timeline.ts'

/** Tables of one gate. rating: ZAQ or FFZQ; opening: ZAoAc (sensor unit to metres). */
export interface GateTables {
  rating: Compiled | null
  opening: Compiled | null
}

/** Tables of one generating unit. */
export interface UnitTables {
  hpq: Compiled | null
  nhpq: Compiled | null
  zpq: Compiled | null
  qeta: Compiled | null
  qhl: Compiled | null
}

/** Returns the tables in force at t, in an object that the next call reuses. */
export interface Resolver<T> {
  at(t: number): T
}

/** Looks tables up again only where one of them may change. */
function resolver<T>(lines: readonly Timeline[], tables: T, ask: (t: number) => void): Resolver<T> {
  let from = Infinity
  let until = -Infinity
  return {
    at(t) {
      if (t >= from && t < until) return tables
      ask(t)
      from = t
      until = Infinity
      for (const line of lines) until = Math.min(until, line.until())
      return tables
    },
  }
}

/** The tables of a plant over a window, resolved once; a step costs a comparison per table. */
export interface TableBook {
  /** Storage curve and tailwater rating of the plant. */
  zv: Timeline
  qz: Timeline
  /** alone: whether the outlet is the only one of its kind; by default, over all versions of the description. */
  outletGate(gateId: string, gate: Outlet, index: number, alone?: boolean): Resolver<GateTables>
  unit(unitId: string, unit: GeneratingUnit): Resolver<UnitTables>
  /** Rating of a measuring station. */
  station(stationId: string): Timeline
}

/**
 * Which table is used: a gate's own, else that of its outlet, else that of the plant (object null) provided the plant
 * has only one outlet of that kind; for a unit its own, else the plant's; for a head loss and a table by number of
 * running units, that of its waterway first. Window [from, to) in epoch ms.
 */
export function tableBook(description: Description, from: number, to: number, zone: string): TableBook {
  const line = (groups: Group[], objects: (string | null)[]) =>
    timeline(description.tables, groups, [...new Set(objects)], from, to, zone)
  const exhausts = (free: boolean) =>
    new Set(description.gates.filter((g) => (g.body.type === 1) === free).map((g) => g.id)).size
  return {
    zv: line(['ZV'], [null]),
    qz: line(['QZ'], [null]),
    station: (id) => line(['ZQ'], [id]),
    outletGate(gateId, gate, index, alone = exhausts(gate.type === 1) <= 1) {
      const free = gate.type === 1
      const outletGate = gate.leaves[index]
      const objects: (string | null)[] = [outletGate.id, gateId]
      if (alone) objects.push(null)
      // A rating by level alone fits a gate only when nothing is known to move it.
      const groups: Group[] = free ? ['FFZQ'] : outletGate.openingSeries ? ['ZAQ'] : ['ZAQ', 'FFZQ']
      const rating = line(groups, objects)
      const opening = line(['ZAoAc'], objects)
      const tables: GateTables = { rating: null, opening: null }
      return resolver([rating, opening], tables, (t) => {
        tables.rating = rating.at(t)
        tables.opening = opening.at(t)
      })
    },
    unit(unitId, unit) {
      const own = [unitId, null]
      const hpq = line(['HPQ'], own)
      const nhpq = line(['nHPQ'], [unit.waterway, null])
      const zpq = line(['ZPQ'], own)
      const qeta = line(['QETA'], own)
      const qhl = line(['QHL'], [unit.waterway, unitId, null])
      const tables: UnitTables = { hpq: null, nhpq: null, zpq: null, qeta: null, qhl: null }
      return resolver([hpq, nhpq, zpq, qeta, qhl], tables, (t) => {
        tables.hpq = hpq.at(t)
        tables.nhpq = nhpq.at(t)
        tables.zpq = zpq.at(t)
        tables.qeta = qeta.at(t)
        tables.qhl = qhl.at(t)
      })
    },
  }
}
