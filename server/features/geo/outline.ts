import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { GeoError, type Contour, type Dam } from '#core/geo/index.ts'

export type Outline = Contour & { format: 'GeoJSON' | 'KML' | 'KMZ' | 'Shapefile' }

export interface Asked {
  bytes: Uint8Array
  dam: Dam
  /** null: as the file says. */
  epsg: number | null
}

export type Told = { outline: Outline } | { code: GeoError['code']; params: GeoError['params'] }

const TIMEOUT = 30_000
const HEAP_MB = 512

/**
 * The outline in a file, read in a thread of its own: one of many points takes seconds, and whoever watches the dam
 * must not wait for them. @throws GeoError
 */
export async function outlineOf(asked: Asked): Promise<Outline> {
  const worker = new Worker(join(import.meta.dirname, 'outline-worker.ts'), {
    workerData: asked,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  const late = AbortSignal.timeout(TIMEOUT)
  try {
    const [told] = (await once(worker, 'message', { signal: late })) as [Told]
    if ('outline' in told) return told.outline
    throw new GeoError(told.code, told.params)
  } catch (error) {
    if (late.aborted || isOutOfMemory(error)) throw new GeoError('geo_too_slow', { limit: TIMEOUT / 1000 })
    throw error
  } finally {
    await worker.terminate()
  }
}

const isOutOfMemory = (error: unknown) => (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
