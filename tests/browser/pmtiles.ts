import { varint } from './vector-tile.ts'

/** Tile format and compression in a header. */
export const [VECTOR, PNG] = [1, 2]

/** A PMTiles file (version 3) with one tile that covers the world. */
export function pmtilesOf(tile: Uint8Array, type: number): Buffer {
  // One entry: tile 0, run of 1, its length, its offset plus 1.
  const directory = Buffer.from([1, 0, 1, ...varint(tile.length), 1])
  const metadata = Buffer.from('{}')
  const header = Buffer.alloc(127)
  header.write('PMTiles')
  header[7] = 3
  const places = [
    [header.length, directory.length],
    [header.length + directory.length, metadata.length],
    [header.length + directory.length + metadata.length, 0],
    [header.length + directory.length + metadata.length, tile.length],
  ]
  places.flat().forEach((n, i) => header.writeBigUInt64LE(BigInt(n), 8 + 8 * i))
  // Addressed tiles, entries, contents.
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at)
  // Clustered; neither directories nor tiles are packed; from zoom 0 to 0.
  header.set([1, 1, 1, type, 0, 0], 96)
  const corners = [-180, -85, 180, 85]
  corners.forEach((v, i) => header.writeInt32LE(v * 1e7, 102 + 4 * i))
  return Buffer.concat([header, directory, metadata, tile])
}
