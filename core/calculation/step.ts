import { evaporation } from '#core/balance/index.ts'
import type { Description, Parameters } from '#core/description/index.ts'
import { totals, totalsOut } from '#core/hydraulics/index.ts'
import { noted, noting, noteLine, term, type Note } from '#core/notes.ts'
import { ESTIMATED, GOOD, MISSING, STALE, worst } from '#core/quality/index.ts'
import { areaAt, found, lookup, type Compiled, type TableBook } from '#core/tables/index.ts'
import { next, localParts } from '#core/time/index.ts'
import type { Columns } from './columns.ts'
import type { Inputs } from './inputs.ts'
import { LevelAt, staffsAt, type Track } from './levels.ts'
import { Outlets, type OutletsExplanation } from './outlets.ts'
import { DEFAULTS } from './parameters.ts'
import { Release } from './release.ts'
import type { Passed, Water } from './water.ts'

/** Checked mean levels of the lake, above the intake and below the dam, m. */
export interface Tracks {
  lake: Track
  upstream: Track
  downstream: Track
}

type Writers = Record<
  | 'level'
  | 'up'
  | 'down'
  | 'storage'
  | 'dam'
  | 'turbine'
  | 'out'
  | 'env'
  | 'power'
  | 'seepage'
  | 'evaporation',
  ReturnType<Columns['writer']>
>

/** Why the general record of an instant is what it is. */
export interface StepExplanation {
  p: Parameters
  water: Water
  lake: LevelAt
  up: LevelAt
  tail: LevelAt
  total: ReturnType<typeof totalsOut>
  release: Release | null
  separate: { value: number; q: number }
  seeped: number
  evaporated: number
  /** mm/day, and m2 of the lake. */
  perDay: number
  area: number
  storage: number
  storageNotes: Note[]
  storageTable: Compiled | null
  unknown: boolean
  environmental: boolean
  losses: number
  outlets: OutletsExplanation
}

/** One instant of the general record, all but its inflow. Walks forward through instants and descriptions. */
export class Step {
  /** Water that left since the previous instant, m3; NaN where that is unknown or there was none. */
  readonly passed: Passed = { volume: NaN, q: MISSING }
  /** Evaporation, and seepage that is not part of the outflow, m3/s. */
  losses = 0
  private readonly inputs: Inputs
  private readonly book: TableBook
  private readonly zone: string
  private readonly lake: LevelAt
  private readonly up: LevelAt
  private readonly tail: LevelAt
  private readonly outlets: Outlets
  private readonly writers: Writers
  private readonly water: Water = { z: NaN, zq: MISSING, tail: NaN, tailQ: MISSING, gauged: false }
  private readonly separate = { value: 0, source: 'separate' as const, q: GOOD }
  private readonly flows = {
    gates: new Float64Array(1),
    gatesQ: new Uint8Array(1),
    turbines: new Float64Array(1),
    turbinesQ: new Uint8Array(1),
    environmental: null as Step['separate'] | null,
    seepage: 0,
    seepageReturns: true,
  }
  private readonly total = totalsOut()
  private readonly answer = found()
  private p: Parameters = DEFAULTS
  private release: Release | null = null
  /** Whether neither gate nor unit nor release is described: the outflow is then unknown, not zero. */
  private unknown = false
  private seeped = 0
  private previous = NaN
  private storage = NaN
  private storageQ = MISSING
  private evaporated = 0
  private evaporating = false
  private perDay = 0
  private monthEnd = -Infinity

  constructor(inputs: Inputs, book: TableBook, columns: Columns, tracks: Tracks, zone: string) {
    this.inputs = inputs
    this.book = book
    this.zone = zone
    this.lake = new LevelAt(tracks.lake)
    this.up = new LevelAt(tracks.upstream)
    this.tail = new LevelAt(tracks.downstream)
    this.outlets = new Outlets(inputs, book, columns)
    this.writers = {
      level: columns.writer('general.lake_level'),
      up: columns.writer('general.upstream_water_level'),
      down: columns.writer('general.downstream_water_level'),
      storage: columns.writer('general.total_capacity'),
      dam: columns.writer('general.total_discharge_dam'),
      turbine: columns.writer('general.total_discharge_turbine'),
      out: columns.writer('general.total_discharge_out'),
      env: columns.writer('general.env_discharge'),
      power: columns.writer('general.power'),
      seepage: columns.writer('general.seepage'),
      evaporation: columns.writer('general.evaporation'),
    }
  }

  /** Takes over the versions in force from instant t on; the volume is known again from the second instant on. */
  enter(d: Description, t: number, p: Parameters): void {
    this.p = p
    this.lake.enter(staffsAt(d, this.inputs, 1, t))
    this.up.enter(staffsAt(d, this.inputs, 2, t))
    this.tail.enter(staffsAt(d, this.inputs, 3, t))
    this.outlets.enter(d, t, p)
    this.release = this.outlets.environmental ? null : new Release(d, t, this.inputs, p)
    this.flows.environmental = this.release ? this.separate : null
    this.flows.seepageReturns = p.seepageReturns
    this.unknown = !this.outlets.listed && this.release !== null && p.envFlow === null && !p.envSeries
    this.seeped = NaN
    this.previous = NaN
    this.monthEnd = -Infinity
  }

  /** Computes instant t; times must not decrease. */
  at(t: number): void {
    const { water, tail, lake, flows, separate, release, p } = this
    water.z = lake.seek(t)
    water.zq = lake.quality
    water.tail = tail.seek(t)
    water.tailQ = tail.quality
    water.gauged = tail.known
    const r = this.outlets.step(t, water)
    this.store(t)
    if (release) {
      release.read(t)
      separate.value = release.value
      separate.q = release.quality
    }
    flows.gates[0] = r.gates
    flows.gatesQ[0] = r.gatesQ
    flows.turbines[0] = r.units
    flows.turbinesQ[0] = r.unitsQ
    const seeped = this.seeped
    this.seeped = flows.seepage = seepageAt(p, water.z)
    totals(flows, this.total)
    if (this.unknown) {
      separate.value = this.total.dam = this.total.turbine = this.total.out = NaN
      separate.q = MISSING
    }
    this.notify()
    this.pass(t, seeped)
    const lost = this.evaporated
    const seeps = this.seeped === this.seeped ? this.seeped : 0
    this.losses = (lost === lost ? lost : 0) + (p.seepageReturns ? 0 : seeps)
    this.previous = t
  }

  /** Makes a total that is missing because of a silent sensor STALE, as that sensor's own value is. */
  private notify(): void {
    const { total, release, separate } = this
    const { gatesQ, unitsQ } = this.outlets.result
    if (total.out === total.out) return
    if (total.turbine !== total.turbine) total.turbineQ = lacking(unitsQ)
    if (total.dam !== total.dam) total.damQ = lacking(release ? worst(gatesQ, separate.q) : gatesQ)
    total.outQ = worst(total.damQ, total.turbineQ)
  }

  private store(t: number): void {
    const { water, answer, p } = this
    const table = this.book.zv.at(t)
    const known = table !== null && water.z === water.z
    this.storage = known ? lookup(table, water.z, 'loop', answer) : NaN
    this.storageQ = this.storage === this.storage ? worst(water.zq, answer.q) : water.zq
    if (t >= this.monthEnd) {
      this.perDay = p.evaporation.length === 12 ? p.evaporation[localParts(t, this.zone).month - 1] : 0
      this.monthEnd = next('month', t, this.zone)
    }
    this.evaporating = this.perDay !== 0
    this.evaporated = 0
    if (!this.evaporating) return
    const area = this.storage === this.storage ? areaAt(table!, water.z, 'loop', answer) : NaN
    this.evaporated = evaporation(this.perDay, area)
  }

  /** seeped: seepage at the previous instant, m3/s. */
  private pass(t: number, seeped: number): void {
    const { passed, previous: a, p, release } = this
    const outlets = this.outlets.result.passed
    passed.volume = outlets.volume
    passed.q = outlets.q
    if (!(a < t)) return
    if (release) {
      release.addPassed(a, t, passed)
      passed.q = worst(passed.q, release.quality)
    }
    if (p.seepageReturns) {
      // If only one end is known, it is used for both.
      const b = this.seeped === this.seeped ? this.seeped : seeped
      passed.volume += (((seeped === seeped ? seeped : b) + b) / 2) * ((t - a) / 1000)
    }
    if (this.unknown) {
      passed.volume = NaN
      passed.q = MISSING
    }
  }

  /** Explains instant t, computed last. */
  explanation(t: number): StepExplanation {
    const { p, water, lake, up, tail, total, release, separate, seeped, evaporated, perDay, storage } = this
    // A level of the previous instant was read where it was written, so the cursors seek again.
    up.seek(t)
    lake.seek(t)
    tail.seek(t)
    const table = this.book.zv.at(t)
    const known = table !== null && water.z === water.z
    const { notes } = noted(() => {
      if (known) lookup(table, water.z, 'loop', this.answer)
    })
    const noteArea = this.evaporating && known ? areaAt(table, water.z, 'loop', found()) : NaN
    return {
      p,
      water,
      lake,
      up,
      tail,
      total,
      release,
      separate,
      seeped,
      evaporated,
      perDay,
      area: noteArea,
      storage,
      storageNotes: notes,
      storageTable: table,
      unknown: this.unknown,
      environmental: this.outlets.environmental,
      losses: this.losses,
      outlets: this.outlets.explanation(t, water),
    }
  }

  /** Writes the instant computed last at index i of the columns. */
  write(i: number): void {
    const { writers, water, total } = this
    const r = this.outlets.result
    const environmental = this.outlets.environmental
    this.outlets.write(i)
    writers.level(i, water.z, water.zq)
    if (this.up.known) writers.up(i, this.up.seek(this.previous), this.up.quality)
    if (this.tail.known) writers.down(i, water.tail, water.tailQ)
    writers.storage(i, this.storage, this.storageQ)
    writers.dam(i, total.dam, total.damQ)
    writers.turbine(i, total.turbine, total.turbineQ)
    writers.out(i, total.out, total.outQ)
    writers.env(
      i,
      environmental ? r.environmental : this.separate.value,
      environmental ? r.environmentalQ : this.separate.q,
    )
    writers.power(i, r.power, r.powerQ)
    const { seeped } = this
    writers.seepage(i, seeped, seeped !== seeped ? water.zq : seeped === 0 ? GOOD : ESTIMATED)
    writers.evaporation(i, this.evaporated, this.evaporating ? ESTIMATED : GOOD)
  }
}

/**
 * Seepage at level z, m3/s: the constant, or by level along straight lines, constant beyond the ends; NaN without a
 * level.
 */
export function seepageAt(p: Parameters, z: number): number {
  const rows = p.seepageByLevel
  if (!rows || rows.length === 0) return constant(p.seepage)
  if (z !== z) return NaN
  let i = 0
  while (i < rows.length && rows[i][0] <= z) i++
  if (i === 0) return constant(rows[0][1])
  if (i === rows.length) return constant(rows[i - 1][1])
  const [a, b] = [rows[i - 1], rows[i]]
  const value = a[1] + ((b[1] - a[1]) * (z - a[0])) / (b[0] - a[0])
  if (noting)
    noteLine('seepage_by_level', 'S', value, 'm3/s', 'S_1 + (S_2 - S_1) * (Z - Z_1) / (Z_2 - Z_1)', {
      S_1: term(a[1], 'm3/s'),
      S_2: term(b[1], 'm3/s'),
      Z: term(z, 'm'),
      Z_1: term(a[0], 'm'),
      Z_2: term(b[0], 'm'),
    })
  return value
}

function constant(seepage: number): number {
  if (noting) noteLine('seepage', 'S', seepage, 'm3/s', 'S_p', { S_p: term(seepage, 'm3/s') })
  return seepage
}

function lacking(q: number): number {
  return (q & 7) >= STALE ? q : MISSING
}
