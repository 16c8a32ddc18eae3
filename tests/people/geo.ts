import { inForce } from '#core/description/index.ts'
import { demoDescription } from '#plant/describe.ts'
import type { TestServer } from '../server.ts'

const { hydroCode, plant } = demoDescription()

/** Bodies with which the calls of the basin succeed, with current versions. */
export function geoSamples(server: TestServer) {
  const actor = { actor: 'test', address: null, hydro: hydroCode }
  const now = () => server.clock.now()
  const version = async () => inForce((await server.app.plants.fresh(hydroCode)).plant, now())!.version
  const contour = JSON.stringify({ type: 'Polygon', coordinates: [[...plant.basin!, plant.basin![0]]] })
  const file = Buffer.from(contour)
  const river = { type: 'LineString', coordinates: plant.basin!.slice(0, 5) }
  const rivers = Buffer.from(JSON.stringify(river))
  return {
    'POST /api/renew/v1/geo/contour/preview': { query: {}, file },
    'POST /api/renew/v1/geo/contour': async () => ({
      query: { version: await version(), name: 'basin.geojson' },
      file,
    }),
    'POST /api/renew/v1/geo/contour/remove': async () => {
      const description = await server.app.plants.fresh(hydroCode)
      const { body } = inForce(description.plant, now())!
      // The previous call removed it.
      const change = { noun: 'plant', itemId: 'plant', from: null, to: null, reason: null } as const
      await server.app.services.db.tx((c) =>
        server.app.plants.change(c, actor, { ...change, hydroCode, body: { ...body, basin: plant.basin } }),
      )
      return { body: { version: await version() } }
    },
    'POST /api/renew/v1/geo/layer/preview': { query: { layer: 'rivers' }, file: rivers },
    'POST /api/renew/v1/geo/layer': async () => ({
      query: { version: await version(), layer: 'rivers', name: 'rivers.geojson' },
      file: rivers,
    }),
    'POST /api/renew/v1/geo/layer/remove': async () => {
      const description = await server.app.plants.fresh(hydroCode)
      const { body } = inForce(description.plant, now())!
      const change = { noun: 'plant', itemId: 'plant', from: null, to: null, reason: null } as const
      const { mapLayers } = plant
      await server.app.services.db.tx((c) =>
        server.app.plants.change(c, actor, { ...change, hydroCode, body: { ...body, mapLayers } }),
      )
      return { body: { layer: 'rivers', version: await version() } }
    },
    'GET /api/renew/v1/geo/layer/file': { query: { layer: 'rivers' } },
    'POST /api/renew/v1/geo/bounds': async () => ({ body: { version: await version(), bounds: null } }),
    'POST /api/renew/v1/geo/thiessen': async () => {
      const { stations } = await server.app.plants.fresh(hydroCode)
      const rain = stations.filter((v) => v.body.type === 1 && v.to === null)
      return { body: { weights: [{ id: rain[0].id, version: rain[0].version, weight: 0.2 }] } }
    },
  }
}
