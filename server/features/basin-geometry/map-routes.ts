import { inForce, type Settings } from '#core/description/index.ts'
import { EPSG_CHOICES, LAYERS, area, crsOfEpsg, planeOf } from '#core/geo/index.ts'
import * as contract from '#contract/geo.ts'
import { round } from '#contract/fields.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { mapLayersOf } from './layer-routes.ts'
import { actorOf, boundsOf, heldPlant, plantNow } from './plant.ts'
import { storedFiles } from './store.ts'

const km2 = (ring: readonly [number, number][]) => round(area(ring.map(planeOf(ring))) / 1e6, 3)

/** Deepest zoom of a world map: a pixel is 30 cm wide. */
const DEEPEST = 19

/** Tiles of the settings, where browsers may load them: of this origin, or of a host that the installation allows. */
function tilesOf(
  settings: Settings | undefined,
  allowed: readonly string[],
): Pick<contract.StationMap, 'tiles' | 'tiles_refused'> {
  const url = settings?.mapTiles
  if (!url) return { tiles: null, tiles_refused: null }
  const origin = url.startsWith('/') ? null : new URL(url.replace(/[{}]/g, '')).origin
  if (origin !== null && !allowed.includes(origin)) return { tiles: null, tiles_refused: origin }
  const kind = url.includes('{z}') ? ('xyz' as const) : ('pmtiles' as const)
  return {
    tiles: { kind, url, attribution: settings.mapCredit ?? '', maxZoom: DEEPEST },
    tiles_refused: null,
  }
}

/** What maps are drawn with, and which part is shown first. */
export function serveMap(serve: Serve, s: Services, plants: Plants): void {
  serve(contract.getBasinContour, async ({ caller }) => {
    const { basin, name } = await plants.plant(caller.hydro)
    return {
      type: 'FeatureCollection' as const,
      features: basin
        ? [
            {
              type: 'Feature' as const,
              properties: { hydro_code: caller.hydro, name, area_km2: km2(basin) },
              geometry: { type: 'Polygon' as const, coordinates: [[...basin, basin[0]]] },
            },
          ]
        : [],
    }
  })

  serve(contract.getMapBound, async ({ caller }) => boundsOf(await plants.plant(caller.hydro)))

  serve(contract.getMap, async ({ caller }) => {
    const body = await plants.plant(caller.hydro)
    return {
      name: body.name,
      river: body.river,
      dam: { longitude: body.longitude, latitude: body.latitude },
      basin: body.basin ?? null,
      area: body.basin ? km2(body.basin) : null,
      bounds: boundsOf(body),
      layers: mapLayersOf(body),
      ...tilesOf(
        inForce((await plants.describe(caller.hydro)).settings, s.clock.now())?.body,
        s.config.mapTileHosts,
      ),
    }
  })

  serve(contract.getBasin, async ({ caller }) => {
    const { version, body } = await plantNow(plants, caller.hydro, s.clock.now())
    const named = [body.basinFile, ...LAYERS.map((layer) => body.mapLayers?.[layer]?.fileId)]
    const ids = named.filter((id) => typeof id === 'string')
    const rows = await storedFiles(s.db, caller.hydro, ids)
    const [file, rivers, lakes, borders] = named.map((id) => {
      const found = rows.find((row) => row.id === id)
      return found ? { name: found.name, size: found.size, uploaded_at: found.uploaded_at } : null
    })
    return {
      version,
      name: body.name,
      dam: { longitude: body.longitude, latitude: body.latitude },
      basin: body.basin ?? null,
      area: body.basin ? km2(body.basin) : null,
      given_area: body.basinArea,
      file,
      layers: mapLayersOf(body),
      layer_files: { rivers, lakes, borders },
      bounds: boundsOf(body),
      bounds_chosen: body.mapBounds !== undefined,
      systems: EPSG_CHOICES.map((epsg) => ({ epsg, name: crsOfEpsg(epsg)!.name })),
    }
  })

  serve(contract.saveBounds, async ({ body, caller }) => {
    const held = await heldPlant(s, caller.hydro, body.version)
    const { mapBounds: _, ...rest } = held.body
    const b = body.bounds
    const next = b
      ? {
          ...rest,
          mapBounds: {
            startLongitude: b.start_longitude,
            startLatitude: b.start_latitude,
            endLongitude: b.end_longitude,
            endLatitude: b.end_latitude,
          },
        }
      : rest
    // From now on: nothing is computed from it, so nothing of the past is recomputed.
    const from = Math.max(s.clock.now(), held.effective_from ?? -Infinity)
    const change = { noun: 'plant', itemId: 'plant', body: next, from, to: held.effective_to } as const
    const version = await s.db.tx((c) =>
      plants.change(c, actorOf(caller), {
        ...change,
        hydroCode: caller.hydro,
        reason: body.reason ?? null,
        expected: body.version,
      }),
    )
    plants.changed(caller.hydro, from, held.effective_to)
    return { version }
  })
}
