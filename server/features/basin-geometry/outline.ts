import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { GeoError, type Contour, type Dam, type MapLayerKind, type ReadLayer } from '#core/geo/index.ts'

export type Outline = Contour & { format: 'GeoJSON' | 'KML' | 'KMZ' | 'Shapefile' }

export interface OutlineRequest {
  /** A layer of the map; absent: the outline of the basin. */
  layer?: MapLayerKind
  bytes: Uint8Array
  dam: Dam
  /** EPSG code of the coordinate system; null: as the file says. */
  epsg: number | null
}

export type OutlineAnswer =
  { outline: Outline } | { layer: ReadLayer } | { code: GeoError['code']; params: GeoError['params'] }

const TIMEOUT = 30_000
const HEAP_MB = 512

/** Reads the outline in a file. @throws GeoError */
export async function outlineOf(request: Omit<OutlineRequest, 'layer'>): Promise<Outline> {
  return ((await runWorker(request)) as { outline: Outline }).outline
}

/** Reads the map layer in a file. @throws GeoError */
export async function readLayer(request: OutlineRequest & { layer: MapLayerKind }): Promise<ReadLayer> {
  return ((await runWorker(request)) as { layer: ReadLayer }).layer
}

/**
 * Reads a file in a thread of its own: one with many points takes seconds, for which the live dashboard must not wait.
 */
async function runWorker(request: OutlineRequest): Promise<OutlineAnswer> {
  const worker = new Worker(join(import.meta.dirname, 'outline-worker.ts'), {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  const late = AbortSignal.timeout(TIMEOUT)
  try {
    const [answer] = (await once(worker, 'message', { signal: late })) as [OutlineAnswer]
    if ('code' in answer) throw new GeoError(answer.code, answer.params)
    return answer
  } catch (error) {
    if (late.aborted || isOutOfMemory(error)) throw new GeoError('geo_too_slow', { limit: TIMEOUT / 1000 })
    throw error
  } finally {
    await worker.terminate()
  }
}

const isOutOfMemory = (error: unknown) => (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
