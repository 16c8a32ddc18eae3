import { allInForce, inForce, type Station } from '#core/description/index.ts'
import { gaugeWeights, validWeights } from '#core/rain/index.ts'
import * as contract from '#contract/geo.ts'
import { round } from '#contract/fields.ts'
import { readItems, type DescriptionChange, type Plants } from '#server/features/plants/index.ts'
import { badRequest, conflict } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { actorOf } from './plant.ts'

const RAIN = 1

/** Weights of rain gauges: computed from the outline, or entered. */
export function serveThiessen(serve: Serve, s: Services, plants: Plants): void {
  const shown = async (hydro: string) => {
    const now = s.clock.now()
    const d = await plants.fresh(hydro)
    const gauges = allInForce(d.stations, now)
      .filter((g) => g.body.type === RAIN)
      .sort((a, b) => a.body.name.localeCompare(b.body.name, 'vi'))
    const { computed, used } = gaugeWeights(
      gauges.map((g) => g.body),
      inForce(d.plant, now)?.body.basin,
    )
    return {
      stations: gauges.map(({ id, version, body }, i) => ({
        id,
        version,
        code: body.code,
        name: body.name,
        longitude: body.longitude,
        latitude: body.latitude,
        computed: computed ? round(computed[i].weight) : null,
        stored: body.thiessen ?? null,
        used: round(used[i]),
        ring: (computed?.[i].ring ?? []).map(([lon, lat]): [number, number] => [round(lon), round(lat)]),
      })),
      sum: round(used.reduce((sum, w) => sum + w, 0)),
      sums_up: gauges.length > 0 && validWeights(used),
    }
  }

  serve(contract.getThiessen, ({ caller }) => shown(caller.hydro))

  serve(contract.saveThiessen, async ({ body, caller }) => {
    const { hydro } = caller
    const from = body.from === undefined ? undefined : instantOf(body.from, await plants.zone(hydro), 'from')
    const held = new Map((await readItems(s.db, hydro, 'station', null)).map((r) => [r.version_id, r]))
    const changes = body.weights.map(({ id, version, weight }, i): DescriptionChange => {
      const row = held.get(version)
      if (!row || row.item_id !== id) throw conflict()
      const station = row.body as Station
      if (station.type !== RAIN)
        throw badRequest('geo_not_rain', { id: station.code }, [
          { path: `weights.${i}.id`, code: 'geo_not_rain', params: { id: station.code } },
        ])
      return {
        hydroCode: hydro,
        noun: 'station',
        itemId: id,
        body: { ...station, thiessen: weight },
        from: from ?? row.effective_from,
        to: row.effective_to,
        reason: body.reason ?? null,
        expected: version,
      }
    })
    await s.db.tx((c) => plants.changeAll(c, actorOf(caller), hydro, changes))
    for (const { from: a, to } of changes) plants.changed(hydro, a, to)
    return shown(hydro)
  })
}
