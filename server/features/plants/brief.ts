import { createHash } from 'node:crypto'

/** Most rows that an audit record holds. Of more it has the count and a digest; the version keeps them. */
const MOST_ROWS = 200

/** A body as an audit record keeps it: long lists of rows, and what is drawn on a map, as a count and a digest. */
export function brief(body: unknown): unknown {
  if (!isFields(body)) return body
  const { rows, mapLayers } = body
  return {
    ...body,
    ...(Array.isArray(rows) &&
      rows.length > MOST_ROWS && { rows: { count: rows.length, digest: sha256(rows) } }),
    ...(isFields(mapLayers) && {
      mapLayers: Object.fromEntries(Object.entries(mapLayers).map(([name, layer]) => [name, counted(layer)])),
    }),
  }
}

const sha256 = (rows: unknown[]) => createHash('sha256').update(JSON.stringify(rows)).digest('hex')

type Fields = Record<string, unknown>
const isFields = (v: unknown): v is Fields => typeof v === 'object' && v !== null && !Array.isArray(v)

function counted(layer: unknown): unknown {
  if (!isFields(layer) || !Array.isArray(layer.shapes)) return layer
  // The database returns fields in an order of its own.
  const plain = (layer.shapes as Fields[]).map(({ name, rank, parts }) => [name, rank, parts])
  const digest = createHash('md5').update(JSON.stringify(plain)).digest('hex')
  return { ...layer, shapes: { count: layer.shapes.length, digest } }
}
