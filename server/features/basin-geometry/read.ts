import { GeoError, readGeoJson, readKml, readShapefile, type FileShapes } from '#core/geo/index.ts'
import { SheetError, unzip } from '#server/lib/sheets/inflate.ts'

/** Most bytes of text or of a layer, about three times an outline with the most points allowed. */
const MOST = 32 * 1024 * 1024
const ENTRIES = 200
const LIMIT = '32 MiB'

/** Polygons of an uploaded file, whose format is recognized by its content, never by its name. @throws GeoError */
export async function shapesOf(bytes: Buffer): Promise<FileShapes> {
  if (bytes.length === 0) throw new GeoError('geo_empty')
  if (bytes.length >= 4 && bytes.readUInt32LE(0) === 0x04034b50) return zipped(bytes)
  return fromText(textOf(bytes))
}

function fromText(text: string): FileShapes {
  const start = text.trimStart()[0]
  if (start === '{' || start === '[') return readGeoJson(text)
  if (start === '<') return readKml(text)
  throw new GeoError(start === undefined ? 'geo_empty' : 'geo_unknown_format')
}

/** Decodes the text of a file. @throws GeoError where there is none, or too much of it */
export function textOf(bytes: Buffer): string {
  if (bytes.length === 0) throw new GeoError('geo_empty')
  if (bytes.length > MOST) throw new GeoError('geo_too_large', { limit: LIMIT })
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe
  // Decoding removes a byte order mark.
  return new TextDecoder(wide ? 'utf-16le' : 'utf-8').decode(bytes)
}

const hidden = (name: string) => /(^|\/)(__MACOSX|\.)/.test(name)
const wanted = (name: string) => !hidden(name) && /\.(shp|prj|kml)$/i.test(name)
const base = (name: string) => name.replace(/\.[^.]*$/, '').toLowerCase()
const last = (name: string) => name.split(/[\\/]/).at(-1)!

async function zipped(bytes: Buffer): Promise<FileShapes> {
  let entries: Map<string, Buffer>
  try {
    entries = await unzip(bytes, wanted, { bytes: MOST, entries: ENTRIES })
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    throw error.code === 'too_large'
      ? new GeoError('geo_too_large', { limit: LIMIT })
      : new GeoError('geo_malformed', { detail: 'zip' })
  }
  const names = [...entries.keys()]
  const layers = names.filter((n) => /\.(shp|kml)$/i.test(n))
  // The first document of a KMZ is the main one; others are linked from it.
  const doc = layers.find((n) => n.toLowerCase() === 'doc.kml') ?? layers[0]
  if (doc === undefined) throw new GeoError('geo_no_layer')
  if (layers.every((n) => /\.kml$/i.test(n))) return { ...readKml(textOf(entries.get(doc)!)), format: 'KMZ' }
  if (layers.length > 1)
    throw new GeoError('geo_several_layers', { names: layers.slice(0, 5).map(last).join(', ') })
  const prj = names.find((n) => /\.prj$/i.test(n) && base(n) === base(doc))
  return readShapefile(entries.get(doc)!, prj === undefined ? null : textOf(entries.get(prj)!))
}
