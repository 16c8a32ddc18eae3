import { parentPort, workerData } from 'node:worker_threads'
import { GeoError, contourOf, crsOfEpsg, readLayer } from '#core/geo/index.ts'
import type { OutlineRequest, OutlineAnswer } from './outline.ts'
import { shapesOf, textOf } from './read.ts'

const { bytes, dam, epsg, layer } = workerData as OutlineRequest

async function answerOf(): Promise<OutlineAnswer> {
  try {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (layer) return { layer: readLayer(textOf(file), layer, dam, epsg === null ? null : crsOfEpsg(epsg)) }
    const shapes = await shapesOf(file)
    // KML has one coordinate system only.
    const chosen =
      epsg === null || shapes.format === 'KML' || shapes.format === 'KMZ' ? null : crsOfEpsg(epsg)
    return { outline: { ...contourOf(shapes, dam, chosen), format: shapes.format } }
  } catch (error) {
    if (error instanceof GeoError) return { code: error.code, params: error.params }
    throw error
  }
}

parentPort!.postMessage(await answerOf())
