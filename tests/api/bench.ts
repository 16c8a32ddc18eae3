import { MINUTE } from '#core/time/units.ts'
import type { Description } from '#core/description/index.ts'
import { compute, computedSeries, inputSeries } from '#core/calculation/index.ts'
import { MISSING } from '#core/quality/index.ts'
import { slice, type Series } from '#core/series/index.ts'
import type { DescriptionSeed } from '#contract/description.ts'
import { createCalculation, type Calculation } from '#server/features/calculation/index.ts'
import { createHistory, type History } from '#server/features/history/index.ts'
import { createPlants, type DescriptionChange, type Plants } from '#server/features/plants/index.ts'
import { createReadings, type Readings } from '#server/features/readings/index.ts'
import { loadConfig } from '#server/lib/config.ts'
import { fixedClock, type FixedClock } from '#server/lib/clock.ts'
import { silentLog, type Log } from '#server/lib/log.ts'
import { makeSecrets } from '#server/lib/secrets.ts'
import type { Services } from '#server/lib/services.ts'
import { observe, simulate, type Reading } from '#plant/index.ts'
import { freshDatabase } from '../database.ts'

export { DAY, HOUR, MINUTE } from '#core/time/units.ts'

export const ACTOR = { actor: 'test', address: null, hydro: null }

/** Everything between readings and the general record, on a fresh database, without HTTP. */
export interface Bench extends Parts {
  services: Services
  clock: FixedClock
  create(seed: DescriptionSeed): Promise<void>
  /** Simulates another process on the same database, without the memory of this one. */
  another(options?: { log?: Log }): Parts
  write(hydroCode: string, readings: readonly Reading[]): Promise<void>
  change(
    given: Pick<DescriptionChange, 'noun' | 'itemId' | 'body'> & Partial<DescriptionChange>,
  ): Promise<void>
  /** Stored computed series over [from, to]. */
  stored(hydroCode: string, from: number, to: number): Promise<Map<string, Series>>
  /** Computes the stored readings again, all at once and independently. */
  computed(hydroCode: string, from: number, to: number): Promise<Map<string, Series>>
  close(): Promise<void>
}
export interface Parts {
  plants: Plants
  history: History
  readings: Readings
  calculation: Calculation
}

export async function bench(now: number): Promise<Bench> {
  const database = await freshDatabase()
  const clock = fixedClock(now)
  const services: Services = {
    config: loadConfig({ DATA_DIR: '/nonexistent' }),
    db: database.db,
    clock,
    log: silentLog,
    secrets: makeSecrets('test'),
  }
  const another: Bench['another'] = ({ log = silentLog } = {}) => {
    const s = { ...services, log }
    const plants = createPlants(s)
    const history = createHistory({ db: s.db, clock, log, zoneOf: plants.zone })
    const readings = createReadings({ ...s, history })
    const calculation = createCalculation(s, { plants, history, readings })
    return { plants, history, readings, calculation }
  }
  const parts = another()
  const { plants, history, readings } = parts
  const all = async (hydroCode: string, codes: string[], to: number) =>
    history.read(hydroCode, codes, 0, to, { carry: true })
  return {
    ...parts,
    services,
    clock,
    another,
    async create(seed) {
      await plants.create(ACTOR, seed)
      for (const series of seed.series) await readings.registry.put(seed.hydroCode, series, ACTOR)
    },
    async write(hydroCode, list) {
      await history.write(
        {
          hydroCode,
          series: list.map((r) => r.series),
          t: list.map((r) => r.t),
          v: list.map((r) => r.v ?? NaN),
          q: list.map((r) => (r.v === null ? 7 : 0)),
        },
        { source: 'ingest' },
      )
    },
    async change(given) {
      const [hydroCode] = await plants.codes()
      const change = { hydroCode, from: null, to: null, reason: null, ...given }
      await services.db.tx((c) => plants.change(c, ACTOR, change))
      plants.changed(change.hydroCode, change.from, change.to)
    },
    async stored(hydroCode, from, to) {
      const codes = (await readings.registry.list(hydroCode))
        .filter((s) => s.source === 'computed')
        .map((s) => s.code)
      return history.read(hydroCode, codes, from, to)
    },
    async computed(hydroCode, from, to) {
      const d: Description = await plants.fresh(hydroCode)
      const data = await all(hydroCode, inputSeries(d), to)
      const kinds = new Map((await readings.registry.list(hydroCode)).map((s) => [s.code, s.kind]))
      const inputs = (code: string) => {
        const series = data.get(code)
        return series && { series, kind: kinds.get(code) ?? ('instant' as const) }
      }
      const out = compute(d, inputs, from, to, await plants.zone(hydroCode))
      const empty = { t: new Float64Array(0), v: new Float64Array(0), q: new Uint8Array(0) }
      // A null is stored as MISSING, whatever is missing.
      for (const x of out.values()) x.q.forEach((q, i) => Number.isNaN(x.v[i]) && (x.q[i] = q | MISSING))
      return new Map(computedSeries(d).map(({ code }) => [code, out.get(code) ?? empty]))
    },
    async close() {
      await readings.close()
      await database.drop()
    },
  }
}

/** Readings of the simulated plant's sensors over (from, to], every five minutes. */
export function day(from: number, to: number): Reading[] {
  return observe(simulate({ from, to, step: 5 * MINUTE })).sort((a, b) => a.t - b.t)
}

const entries = (all: ReadonlyMap<string, Series>) =>
  new Map(
    [...all].flatMap(([code, s]) =>
      Array.from(s.t, (t, i) => [`${code} ${t}`, `${s.v[i]} q${s.q[i]}`] as const),
    ),
  )

/** The first few entries that differ between two sets of series, digit by digit. */
export function differences(a: ReadonlyMap<string, Series>, b: ReadonlyMap<string, Series>): string[] {
  const [left, right] = [entries(a), entries(b)]
  const keys = new Set([...left.keys(), ...right.keys()])
  return [...keys]
    .filter((k) => left.get(k) !== right.get(k))
    .map((k) => `${k}: ${left.get(k)} | ${right.get(k)}`)
}

/** Parts [from, to) of series. */
export function part(all: ReadonlyMap<string, Series>, from: number, to: number): Map<string, Series> {
  return new Map([...all].map(([code, s]) => [code, slice(s, from, to)]))
}
