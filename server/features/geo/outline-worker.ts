import { parentPort, workerData } from 'node:worker_threads'
import { GeoError, contourOf, crsOfEpsg } from '#core/geo/index.ts'
import type { Asked, Told } from './outline.ts'
import { shapesOf } from './read.ts'

const { bytes, dam, epsg } = workerData as Asked

async function told(): Promise<Told> {
  try {
    const shapes = await shapesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    // KML knows one system only.
    const chosen =
      epsg === null || shapes.format === 'KML' || shapes.format === 'KMZ' ? null : crsOfEpsg(epsg)
    return { outline: { ...contourOf(shapes, dam, chosen), format: shapes.format } }
  } catch (error) {
    if (error instanceof GeoError) return { code: error.code, params: error.params }
    throw error
  }
}

parentPort!.postMessage(await told())
