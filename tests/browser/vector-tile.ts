type Point = readonly [longitude: number, latitude: number]

/** Units across the tile: of the whole world one is 2.4 m. */
const EXTENT = 2 ** 24

/** A vector tile (MVT 2) of the whole world: a layer of polygons for each name. */
export function vectorTile(layers: Readonly<Record<string, readonly (readonly Point[])[]>>): Buffer {
  return Buffer.concat(
    Object.entries(layers).map(([name, rings]) =>
      bytes(
        3,
        Buffer.concat([
          number(15, 2),
          bytes(1, Buffer.from(name)),
          // Type 3: a polygon.
          ...rings.map((ring) => bytes(2, Buffer.concat([number(3, 3), bytes(4, drawn(ring))]))),
          number(5, EXTENT),
        ]),
      ),
    ),
  )
}

/** MoveTo, LineTo as steps from the point before, ClosePath. */
function drawn(ring: readonly Point[]): Buffer {
  const points = ring.map(unitsOf)
  const steps = points.map(([x, y], i) => [x - (points[i - 1]?.[0] ?? 0), y - (points[i - 1]?.[1] ?? 0)])
  const [first, ...rest] = steps.map((step) => step.map(zigzag))
  return Buffer.from(
    [1 | (1 << 3), ...first, 2 | (rest.length << 3), ...rest.flat(), 7 | (1 << 3)].flatMap(varint),
  )
}

const RADIAN = Math.PI / 180
/** Web Mercator, from the upper left corner. */
const unitsOf = ([longitude, latitude]: Point) => [
  Math.round((EXTENT * (longitude + 180)) / 360),
  Math.round(EXTENT * (0.5 - Math.asinh(Math.tan(latitude * RADIAN)) / (2 * Math.PI))),
]
const zigzag = (n: number) => (n < 0 ? -2 * n - 1 : 2 * n)

const number = (field: number, value: number) => Buffer.from([field << 3, ...varint(value)])
const bytes = (field: number, value: Buffer) =>
  Buffer.concat([Buffer.from([(field << 3) | 2, ...varint(value.length)]), value])

/** Varint: seven bits a byte, the lowest first. */
export function varint(n: number): number[] {
  return n < 128 ? [n] : [(n & 127) | 128, ...varint(Math.floor(n / 128))]
}
