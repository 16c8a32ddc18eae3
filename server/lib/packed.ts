import { concat, emptySeries, packDay, unpackDay, type Series } from '#core/series/index.ts'

/**
 * Version of a packed span of readings, one bytea: uint8 version, uint8 flags (1: instants follow, 2: qualities
 * follow), uint32 n, uint32 step ms, float64 first, uint32 length of the instants, instants, values, qualities
 * (core/series packs the columns). Little-endian. An empty span has no bytes.
 */
const VERSION = 1
const HEAD = 22

export function pack(data: Series): Buffer {
  if (data.t.length === 0) return Buffer.alloc(0)
  const p = packDay(data)
  const times = p.t?.length ?? 0
  const out = Buffer.alloc(HEAD + times + p.v.length + (p.q?.length ?? 0))
  out[0] = VERSION
  out[1] = (p.t ? 1 : 0) | (p.q ? 2 : 0)
  out.writeUInt32LE(p.n, 2)
  out.writeUInt32LE(p.step, 6)
  out.writeDoubleLE(p.first, 10)
  out.writeUInt32LE(times, 18)
  if (p.t) out.set(p.t, HEAD)
  out.set(p.v, HEAD + times)
  if (p.q) out.set(p.q, HEAD + times + p.v.length)
  return out
}

export function unpack(bytes: Buffer): Series {
  if (bytes.length === 0) return emptySeries()
  if (bytes[0] !== VERSION) throw new RangeError(`packed readings of unknown version ${bytes[0]}`)
  const n = bytes.readUInt32LE(2)
  const values = HEAD + bytes.readUInt32LE(18)
  const qualities = bytes[1] & 2 ? bytes.length - n : bytes.length
  return unpackDay({
    n,
    step: bytes.readUInt32LE(6),
    first: bytes.readDoubleLE(10),
    t: bytes[1] & 1 ? bytes.subarray(HEAD, values) : null,
    v: bytes.subarray(values, qualities),
    q: bytes[1] & 2 ? bytes.subarray(qualities) : null,
  })
}

/** SQL: packed spans as one bytea of (length, bytes) in the order of a column; read by `unpackAll`. */
export const gather = (bytes: string, order: string) =>
  `string_agg(int4send(octet_length(${bytes})) || ${bytes}, ''::bytea ORDER BY ${order})`

export function unpackAll(bytes: Buffer | null): Series {
  if (!bytes) return emptySeries()
  const parts: Series[] = []
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readInt32BE(at)
    parts.push(unpack(bytes.subarray(at + 4, at + 4 + length)))
    at += 4 + length
  }
  return parts.length === 1 ? parts[0] : concat(parts)
}
