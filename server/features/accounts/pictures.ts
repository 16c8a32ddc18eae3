import type { Transformer } from '@napi-rs/image'
import { Problem } from '#server/lib/errors.ts'

/** Side of a stored picture, pixels. */
const SIDE = 256
/** Largest side accepted, pixels: a decoded picture takes four bytes a pixel. */
const MOST = 5000

interface Size {
  type: 'png' | 'jpeg' | 'webp'
  width: number
  height: number
}

/** Type and size of an image by its header; null: none of the three types. */
function sizeOf(b: Buffer): Size | null {
  if (b.length >= 24 && b.subarray(0, 8).equals(PNG) && b.toString('latin1', 12, 16) === 'IHDR')
    return { type: 'png', width: b.readUInt32BE(16), height: b.readUInt32BE(20) }
  if (b.length >= 4 && b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff) return jpegSize(b)
  if (b.length >= 30 && b.toString('latin1', 0, 4) === 'RIFF' && b.toString('latin1', 8, 12) === 'WEBP')
    return webpSize(b)
  return null
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function jpegSize(b: Buffer): Size | null {
  for (let i = 2; i + 9 < b.length;) {
    if (b[i] !== 0xff) return null
    const marker = b[i + 1]
    // Skips fill bytes, and markers without a length.
    if (marker === 0xff) i++
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) i += 2
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { type: 'jpeg', height: b.readUInt16BE(i + 5), width: b.readUInt16BE(i + 7) }
    else i += 2 + b.readUInt16BE(i + 2)
  }
  return null
}

function webpSize(b: Buffer): Size | null {
  switch (b.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { type: 'webp', width: b.readUInt16LE(26) & 0x3fff, height: b.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const bits = b.readUInt32LE(21)
      return { type: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { type: 'webp', width: b.readUIntLE(24, 3) + 1, height: b.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}

let turn: Promise<unknown> = Promise.resolve()

/**
 * Re-encodes a picture: decoded, rotated as its EXIF says, cropped to a square and written as WebP, so that nothing
 * else that was sent (locations, comments, hidden content) is kept. @throws Problem 415 not_an_image, 413
 * image_too_large, 400 image_damaged
 */
export function reencode(bytes: Buffer): Promise<Buffer> {
  const size = sizeOf(bytes)
  if (!size) throw new Problem(415, 'not_an_image')
  if (size.width > MOST || size.height > MOST) throw new Problem(413, 'image_too_large', { max: MOST })
  // One at a time: decoded pictures are large.
  const result = turn.then(async () => {
    const { Transformer: Made } = await import('@napi-rs/image')
    try {
      const image: Transformer = new Made(bytes).rotate()
      return await image.resize({ width: SIDE, height: SIDE }).webp(85)
    } catch {
      throw new Problem(400, 'image_damaged')
    }
  })
  turn = result.catch(() => {})
  return result
}
