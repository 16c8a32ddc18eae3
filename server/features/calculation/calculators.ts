import { HOUR } from '#core/time/units.ts'
import {
  catchmentInflow,
  energyRatio,
  shortTermInflow,
  slopeOf,
  targetDischarge,
  time,
  trendWarnings,
  volume,
} from '#core/calculators/index.ts'
import { STALE_INTERVALS } from '#core/calculation/index.ts'
import { inForce, type Description } from '#core/description/index.ts'
import { CalcError } from '#core/errors.ts'
import { FLOORED, GOOD, usable } from '#core/quality/index.ts'
import { compile, tableInForce, type Compiled } from '#core/tables/index.ts'
import * as contract from '#contract/calculators.ts'
import { round } from '#contract/fields.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { notFound } from '#server/lib/errors.ts'
import { WithMeta, type Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { refusing } from './refusal.ts'

/** Most nodes of the storage curve that are sent for drawing. */
const NODES = 400

/** The five calculators. Nothing is stored. */
export function serveCalculators(serve: Serve, s: Services & { plants: Plants; history: History }): void {
  const { plants, history } = s
  const described = async (hydro: string) => {
    const d = await plants.describe(hydro)
    const plant = (inForce(d.plant, s.clock.now()) ?? d.plant.at(-1))?.body
    if (!plant) throw notFound(hydro)
    const { minPossible, maxPossible } = plant.levels
    return { d, plant, bounds: { min: minPossible, max: maxPossible } }
  }

  serve(contract.calculateVolume, async ({ body, caller }) => {
    const { d, plant, bounds } = await described(caller.hydro)
    return refusing(caller.language, () => {
      const zv = storageOf(d, s.clock.now(), plant.zone)
      const { V1, V2, deltaV } = volume(zv, body.Z1, body.Z2, bounds)
      return new WithMeta({ V1: round(V1), V2: round(V2), deltaV: round(deltaV) }, { unit: 'm3' })
    })
  })

  serve(contract.calculateTime, async ({ body, caller }) => {
    const { d, plant, bounds } = await described(caller.hydro)
    return refusing(caller.language, () => {
      const now = s.clock.now()
      const hours = time(storageOf(d, now, plant.zone), body, bounds)
      // Above a crest without gates water also leaves that none of the given discharges contains.
      const crests = d.gates.filter(
        (g) => g.body.type === 1 && g.from <= now && (g.to === null || now < g.to),
      )
      const crest = Math.min(...crests.map((g) => g.body.parameters.sill ?? Infinity))
      return new WithMeta(round(hours), { unit: 'h', warnings: body.Z2 > crest ? ['above_crest'] : [] })
    })
  })

  serve(contract.calculateCFactor, ({ body, caller }) =>
    refusing(caller.language, () => new WithMeta(round(catchmentInflow(body)), { unit: '10^6 m3' })),
  )

  const along = (
    body: Parameters<typeof trendWarnings>[0],
    { value, floored }: { value: number; floored: boolean },
  ) =>
    new WithMeta(round(value), {
      unit: 'm3/s',
      quality: floored ? FLOORED : GOOD,
      warnings: [...(floored ? ['FLOORED'] : []), ...trendWarnings(body)],
    })

  serve(contract.calculateShortTerm, ({ body, caller }) =>
    refusing(caller.language, () => along(body, shortTermInflow(body))),
  )

  serve(contract.calculateDischarge, ({ body, caller }) =>
    refusing(caller.language, () => along(body, targetDischarge(body, body.mean_over_T))),
  )

  serve(contract.calculateEnergyRatio, ({ body, caller }) =>
    refusing(caller.language, () => {
      const { m3PerKwh, K } = energyRatio(body)
      return { m3_per_kWh: round(m3PerKwh), K: round(K) }
    }),
  )

  serve(contract.getCalculatorInputs, async ({ caller }) => {
    const { d, plant } = await described(caller.hydro)
    const now = s.clock.now()
    const parameters = inForce(d.parameters, now)?.body
    const interval = (parameters?.interval ?? 300) * 1000
    const points = Math.max(2, parameters?.movingPoints ?? 5)
    const [LEVEL, INFLOW, PLANT] = [
      'general.lake_level',
      'general.inflow_moving_average',
      'general.total_discharge_turbine',
    ]
    const data = await history.read(caller.hydro, [LEVEL, INFLOW, PLANT], now - 2 * HOUR, now)
    const known = (code: string) => {
      const series = data.get(code)
      const list: { t: number; q: number }[] = []
      for (let i = 0; series && i < series.t.length; i++)
        if (series.v[i] === series.v[i] && usable(series.q[i], true))
          list.push({ t: series.t[i], q: series.v[i] })
      return list
    }
    const last = (code: string) => {
      const one = known(code).at(-1)
      return one && now - one.t <= STALE_INTERVALS * interval ? one : null
    }
    const level = last(LEVEL)
    const inflow = last(INFLOW) ? known(INFLOW).slice(-points) : []
    const slope = slopeOf(inflow)
    const value = (one: { q: number } | null) => (one ? round(one.q, 3) : null)
    return {
      at: level?.t ?? null,
      Z: value(level),
      QIN: value(last(INFLOW)),
      QPLANT: value(last(PLANT)),
      TANA: slope === null ? null : round(slope, 3),
      CA: plant.basinArea > 0 ? plant.basinArea : null,
      min_possible_water_level: plant.levels.minPossible,
      max_possible_water_level: plant.levels.maxPossible,
      dead_water_level: plant.levels.dead,
      normal_water_level: plant.levels.normal,
      storage: drawn(d, now, plant.zone),
      inflow: inflow.map(({ t, q }): [number, number] => [t, round(q, 3)]),
    }
  })
}

/** The storage curve in force. Throws NO_TABLE. */
function storageOf(d: Description, at: number, zone: string): Compiled {
  const version = tableInForce(d.tables, 'ZV', null, at, zone)
  if (!version) throw new CalcError('NO_TABLE', 'ZV')
  return compile(version.body)
}

/** Nodes of the storage curve in force, [m, m3], evenly thinned. */
function drawn(d: Description, at: number, zone: string): [number, number][] {
  const version = tableInForce(d.tables, 'ZV', null, at, zone)
  if (!version) return []
  const scale = version.body.units.v === 'm3' ? 1 : 1e6
  const rows = version.body.rows.map(([z, v]): [number, number] => [z, v * scale]).sort((a, b) => a[0] - b[0])
  const step = Math.ceil(rows.length / NODES)
  return rows.filter((_, i) => i % step === 0 || i === rows.length - 1)
}
