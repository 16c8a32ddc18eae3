import type { Plant } from '#core/description/index.ts'
import { GeoError, LAYERS, crsOfEpsg, type MapLayerKind, type ReadLayer } from '#core/geo/index.ts'
import * as contract from '#contract/geo.ts'
import { text, type Language } from '#contract/messages.ts'
import { keepFile, plainName, readFile } from '#server/lib/files.ts'
import type { NamedVersionRow, Plants } from '#server/features/plants/index.ts'
import { badRequest, notFound } from '#server/lib/errors.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { readLayer } from './outline.ts'
import { actorOf, heldPlant, plantNow } from './plant.ts'
import { contourBytesOf, sendStoredFile } from './wire.ts'

/** Layers of the base map from files: examined, saved, downloaded as uploaded, removed. */
export function serveLayers(serve: Serve, s: Services, plants: Plants): void {
  /** Changes layers from now on: nothing is computed from them, so nothing of the past is recomputed. */
  const change = async (
    caller: Caller,
    held: NamedVersionRow & { body: Plant },
    reason: string | null | undefined,
    bodyOf: (c: Parameters<Parameters<Services['db']['tx']>[0]>[0]) => Promise<Plant>,
  ): Promise<string> => {
    const from = Math.max(s.clock.now(), held.effective_from ?? -Infinity)
    const to = held.effective_to
    const version = await s.db.tx(async (c) =>
      plants.change(c, actorOf(caller), {
        hydroCode: caller.hydro,
        noun: 'plant',
        itemId: 'plant',
        body: await bodyOf(c),
        from,
        to,
        reason: reason ?? null,
        expected: held.version_id,
      }),
    )
    plants.changed(caller.hydro, from, to)
    return version
  }

  serve(contract.previewLayer, async ({ query, request, caller }) => {
    const { body } = await plantNow(plants, caller.hydro, s.clock.now())
    return shown(query.layer, await read(contourBytesOf(request.body), body, query), caller.language)
  })

  serve(contract.saveLayer, async ({ query, request, caller }) => {
    const bytes = contourBytesOf(request.body)
    const held = await heldPlant(s, caller.hydro, query.version)
    const found = await read(bytes, held.body, query)
    const version = await change(caller, held, query.reason, async (c) => {
      const fileId = await keepFile(c, caller.hydro, caller.actor, s.clock.now(), {
        name: plainName(query.name),
        contentType: 'application/geo+json',
        bytes,
      })
      const mapLayers = { ...held.body.mapLayers, [query.layer]: { fileId, shapes: found.shapes } }
      return { ...held.body, mapLayers }
    })
    return { ...shown(query.layer, found, caller.language), version }
  })

  serve(contract.removeLayer, async ({ body, caller }) => {
    const held = await heldPlant(s, caller.hydro, body.version)
    const { mapLayers = {}, ...rest } = held.body
    if (!mapLayers[body.layer]) throw badRequest('geo_no_layer_here')
    const { [body.layer]: _, ...others } = mapLayers
    const left = Object.keys(others).length > 0 ? { mapLayers: others } : {}
    return { version: await change(caller, held, body.reason, async () => ({ ...rest, ...left })) }
  })

  serve(contract.getLayerFile, async ({ query, caller, reply }) => {
    const { mapLayers } = await plants.plant(caller.hydro)
    const fileId = mapLayers?.[query.layer]?.fileId
    const file = fileId ? await readFile(s, caller.hydro, fileId) : null
    if (!file) throw notFound(text('geo_no_layer_file', caller.language))
    await sendStoredFile(reply, file)
    return null
  })
}

/** The shapes of each layer; empty where there is no such layer. */
export function mapLayersOf({ mapLayers = {} }: Plant): contract.StationMap['layers'] {
  const entries = LAYERS.map((layer) => [layer, mapLayers[layer]?.shapes ?? []])
  return Object.fromEntries(entries) as contract.StationMap['layers']
}

async function read(
  bytes: Buffer,
  plant: Plant,
  { layer, epsg }: { layer: MapLayerKind; epsg?: number | undefined },
): Promise<ReadLayer> {
  if (epsg !== undefined && !crsOfEpsg(epsg)) throw badRequest('geo_unknown_crs', { name: `EPSG:${epsg}` })
  const { longitude, latitude, basinArea } = plant
  try {
    return await readLayer({ layer, bytes, dam: { longitude, latitude, basinArea }, epsg: epsg ?? null })
  } catch (error) {
    if (error instanceof GeoError) throw badRequest(error.code, error.params)
    throw error
  }
}

function shown(layer: MapLayerKind, { crs, warnings, ...rest }: ReadLayer, language: Language) {
  return {
    layer,
    ...rest,
    crs: crs.name,
    warnings: warnings.map(({ code, params }) => ({ code, message: text(code, language, params) })),
  }
}
