import { can } from '#core/access/index.ts'
import type { Plant } from '#core/description/index.ts'
import { GeoError, crsOfEpsg } from '#core/geo/index.ts'
import * as contract from '#contract/geo.ts'
import { round } from '#contract/fields.ts'
import { text, type Language } from '#contract/messages.ts'
import { keepFile, plainName, readFile } from '#server/lib/files.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { badRequest, forbidden, notFound } from '#server/lib/errors.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { outlineOf, type Outline } from './outline.ts'
import { actorOf, heldPlant, plantNow } from './plant.ts'
import { contourBytesOf, sendStoredFile } from './wire.ts'

/** Outlines from files: examined, saved as the basin's, downloaded as uploaded, removed. */
export function serveContour(serve: Serve, s: Services, plants: Plants): void {
  serve(contract.previewContour, async ({ query, request, caller }) => {
    const { body } = await plantNow(plants, caller.hydro, s.clock.now())
    return shown(await read(contourBytesOf(request.body), body, query.epsg), caller.language)
  })

  serve(contract.saveContour, async ({ query, request, caller }) => {
    const bytes = contourBytesOf(request.body)
    // The outline only changes the map; the area is a property of the basin.
    if (query.take_area === 'true' && !can(caller.permissions, 'information.update')) throw forbidden()
    const held = await heldPlant(s, caller.hydro, query.version)
    const contour = await read(bytes, held.body, query.epsg)
    const { effective_from: from, effective_to: to } = held
    const version = await s.db.tx(async (c) => {
      const basinFile = await keepFile(c, caller.hydro, caller.actor, s.clock.now(), {
        name: plainName(query.name),
        contentType: TYPES[contour.format],
        bytes,
      })
      const basinArea = query.take_area === 'true' ? round(contour.area, 2) : held.body.basinArea
      return plants.change(c, actorOf(caller), {
        hydroCode: caller.hydro,
        noun: 'plant',
        itemId: 'plant',
        body: { ...held.body, basin: contour.ring, basinFile, basinArea },
        from,
        to,
        reason: query.reason ?? null,
        expected: query.version,
      })
    })
    plants.changed(caller.hydro, from, to)
    return { ...shown(contour, caller.language), version }
  })

  serve(contract.removeContour, async ({ body, caller }) => {
    const held = await heldPlant(s, caller.hydro, body.version)
    if (!held.body.basin) throw badRequest('geo_no_basin')
    const { basin: _basin, basinFile: _file, ...rest } = held.body
    const { effective_from: from, effective_to: to } = held
    const version = await s.db.tx((c) =>
      plants.change(c, actorOf(caller), {
        hydroCode: caller.hydro,
        noun: 'plant',
        itemId: 'plant',
        body: rest,
        from,
        to,
        reason: body.reason ?? null,
        expected: body.version,
      }),
    )
    plants.changed(caller.hydro, from, to)
    return { version }
  })

  serve(contract.getContourFile, async ({ caller, reply }) => {
    const { basinFile } = await plants.plant(caller.hydro)
    const file = basinFile ? await readFile(s, caller.hydro, basinFile) : null
    if (!file) throw notFound(text('geo_no_file', caller.language))
    await sendStoredFile(reply, file)
    return null
  })
}

const TYPES = {
  GeoJSON: 'application/geo+json',
  KML: 'application/vnd.google-earth.kml+xml',
  KMZ: 'application/vnd.google-earth.kmz',
  Shapefile: 'application/zip',
} as const

async function read(bytes: Buffer, plant: Plant, epsg: number | undefined): Promise<Outline> {
  if (epsg !== undefined && !crsOfEpsg(epsg)) throw badRequest('geo_unknown_crs', { name: `EPSG:${epsg}` })
  const { longitude, latitude, basinArea } = plant
  const dam = { longitude, latitude, basinArea }
  try {
    return await outlineOf({ bytes, dam, epsg: epsg ?? null })
  } catch (error) {
    if (error instanceof GeoError) throw badRequest(error.code, error.params)
    throw error
  }
}

function shown(c: Outline, language: Language) {
  return {
    format: c.format,
    crs: c.crs.name,
    ring: c.ring,
    points: c.points,
    area: round(c.area, 3),
    warnings: c.warnings.map(({ code, params }) => ({ code, message: text(code, language, params) })),
  }
}
