import { inForce } from '#core/description/index.ts'
import { indexAt, isUsable, type Series } from '#core/series/index.ts'
import { areaAt, compile, found, tableInForce } from '#core/tables/index.ts'
import { getInflowNoise } from '#contract/settings.ts'
import { round } from '#contract/fields.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { inflowError } from '#core/balance/index.ts'
import { parametersAt } from '#core/calculation/index.ts'
import { DAY } from '#core/time/units.ts'

const LEVEL = 'general.lake_level'
const INFLOW = 'general.total_discharge_lake'
const SIGMA = 'general.inflow_sigma'
const WINDOW = 'general.inflow_window'
/** Standard error of a level where readings give none, m. */
const CUSTOMARY = 0.01
/** Least number of standard errors for a median. */
const ENOUGH = 30

/** What the expected standard error of a computed inflow consists of, for choosing its window. */
export function serveNoise(serve: Serve, s: Services, plants: Plants, history: History): void {
  serve(getInflowNoise, async ({ caller }) => {
    const now = s.clock.now()
    const [description, day, inflows] = await Promise.all([
      plants.describe(caller.hydro),
      history.read(caller.hydro, [LEVEL, SIGMA, WINDOW], now - DAY, now),
      history.read(caller.hydro, [INFLOW], now - 30 * DAY, now),
    ])
    const plant = (inForce(description.plant, now) ?? description.plant.at(-1))!.body
    const level = lastOf(day.get(LEVEL)!)
    const zv = tableInForce(description.tables, 'ZV', null, now, plant.zone)
    const table = zv && compile(zv.body)
    const area = (z: number | null) => {
      if (!table || z === null) return null
      const a = areaAt(table, z, 'loop', found())
      return Number.isFinite(a) && a > 0 ? a : null
    }
    const present = area(level)
    const { inflowMethod } = parametersAt(description, now)
    const method = inflowMethod === 2 ? 2 : 3
    const volume = errorOfDay(day.get(SIGMA)!, day.get(WINDOW)!, method)
    const sigma = volume !== null && present !== null ? volume / present : null
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

/** Standard error of one storage, m3, behind the inflows of a day: the median; null where there are too few. */
function errorOfDay(sigmas: Series, windows: Series, method: 2 | 3): number | null {
  const errors: number[] = []
  for (let i = 0; i < sigmas.t.length; i++) {
    const k = indexAt(windows, sigmas.t[i])
    if (!isUsable(sigmas, i) || k < 0 || windows.t[k] !== sigmas.t[i]) continue
    errors.push(sigmas.v[i] / inflowError(method, 1, windows.v[k]))
  }
  errors.sort((a, b) => a - b)
  return errors.length < ENOUGH ? null : errors[errors.length >> 1]
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
