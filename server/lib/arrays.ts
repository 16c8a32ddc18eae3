/**
 * Arrays to and from PostgreSQL without an object per element: parameters as array literals, results as the bytes of
 * array_send (big-endian; a header of 20 bytes, then length and value of each element).
 */

/** '{1,2,3}' of whole or real numbers, none of them NaN. */
export function numbers(values: ArrayLike<number>): string {
  let text = '{'
  for (let i = 0; i < values.length; i++) text += i === 0 ? values[i] : `,${values[i]}`
  return text + '}'
}

/** '{1.5,NULL}': NaN is written as NULL. */
export function reals(values: ArrayLike<number>): string {
  let text = '{'
  for (let i = 0; i < values.length; i++) {
    const v = values[i]
    const word = v === v ? v : 'NULL'
    text += i === 0 ? word : `,${word}`
  }
  return text + '}'
}

/** An array literal of bytea. */
export function byteas(values: readonly Uint8Array[]): string {
  return `{${values.map((b) => `"\\\\x${Buffer.from(b.buffer, b.byteOffset, b.byteLength).toString('hex')}"`).join(',')}}`
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Elements of array_send(bigint[]); null (no array): none. */
export function readInt8s(bytes: Uint8Array | null): Float64Array {
  if (!bytes || bytes.length < 20) return new Float64Array(0)
  const d = view(bytes)
  const out = new Float64Array(d.getInt32(12))
  for (let i = 0, at = 24; i < out.length; i++, at += 12)
    out[i] = d.getInt32(at) * 4_294_967_296 + d.getUint32(at + 4)
  return out
}

/** Elements of array_send(float8[]); NULL becomes NaN. */
export function readFloat8s(bytes: Uint8Array | null): Float64Array {
  if (!bytes || bytes.length < 20) return new Float64Array(0)
  const d = view(bytes)
  const out = new Float64Array(d.getInt32(12))
  for (let i = 0, at = 20; i < out.length; i++) {
    if (d.getInt32(at) < 0) {
      out[i] = NaN
      at += 4
    } else {
      out[i] = d.getFloat64(at + 4)
      at += 12
    }
  }
  return out
}

/** Elements of array_send(smallint[]) whose values lie in 0-255. */
export function readBytes(bytes: Uint8Array | null): Uint8Array {
  if (!bytes || bytes.length < 20) return new Uint8Array(0)
  const d = view(bytes)
  const out = new Uint8Array(d.getInt32(12))
  for (let i = 0, at = 24; i < out.length; i++, at += 6) out[i] = d.getInt16(at)
  return out
}
