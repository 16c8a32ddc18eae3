import { Transformer } from '@napi-rs/image'

/** A real picture of some size, every pixel of another colour. */
export function picture(type: 'png' | 'jpeg' | 'webp', width: number, height: number): Promise<Buffer> {
  const pixels = new Uint8Array(width * height * 4).map((_, i) => (i % 4 === 3 ? 255 : (i * 7) & 255))
  const image = Transformer.fromRgbaPixels(pixels, width, height)
  return type === 'png' ? image.png() : type === 'jpeg' ? image.jpeg(80) : image.webp(80)
}
