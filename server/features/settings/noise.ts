import { inForce } from '#core/description/index.ts'
import { isUsable, type Series } from '#core/series/index.ts'
import { areaAt, compile, found, tableInForce } from '#core/tables/index.ts'
import { getInflowNoise } from '#contract/settings.ts'
import { round } from '#contract/fields.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { scatterOf } from '#core/balance/index.ts'
import { DAY } from '#core/time/units.ts'

const LEVEL = 'general.lake_level'
const INFLOW = 'general.total_discharge_lake'
/** A centimetre: what is counted on where the readings do not say, m. */
const CUSTOMARY = 0.01

/** What the expected scatter of a computed inflow is made of, for whoever chooses its window. */
export function serveNoise(serve: Serve, s: Services, plants: Plants, history: History): void {
  serve(getInflowNoise, async ({ caller }) => {
    const now = s.clock.now()
    const [description, levels, inflows] = await Promise.all([
      plants.describe(caller.hydro),
      history.read(caller.hydro, [LEVEL], now - DAY, now),
      history.read(caller.hydro, [INFLOW], now - 30 * DAY, now),
    ])
    const plant = (inForce(description.plant, now) ?? description.plant.at(-1))!.body
    const level = lastOf(levels.get(LEVEL)!)
    const zv = tableInForce(description.tables, 'ZV', null, now, plant.zone)
    const table = zv && compile(zv.body)
    const area = (z: number | null) => {
      if (!table || z === null) return null
      const a = areaAt(table, z, 'loop', found())
      return Number.isFinite(a) && a > 0 ? a : null
    }
    const present = area(level)
    const sigma = scatterOf(levels.get(LEVEL)!)
    const mean = meanOf(inflows.get(INFLOW)!)
    return {
      level: level === null ? null : round(level),
      area: present ?? area(plant.levels.normal),
      at_normal_level: present === null,
      sigma_level: round(sigma ?? CUSTOMARY),
      sigma_level_measured: sigma !== null,
      mean_inflow: mean === null ? null : round(mean),
    }
  })
}

function lastOf(series: Series): number | null {
  for (let i = series.t.length - 1; i >= 0; i--) if (isUsable(series, i)) return series.v[i]
  return null
}

function meanOf(series: Series): number | null {
  let sum = 0
  let n = 0
  for (let i = 0; i < series.t.length; i++) {
    if (!isUsable(series, i)) continue
    sum += series.v[i]
    n++
  }
  return n === 0 ? null : sum / n
}
