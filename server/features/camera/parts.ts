import { CameraProblem } from './problem.ts'

/** Most bytes of a picture. */
export const LARGEST = 8 * 1024 * 1024
/** Most bytes of the head of a part. */
const LONGEST_HEAD = 8192

export type PictureType = 'image/jpeg' | 'image/png'

/** The type of a picture by its first bytes; null: no picture. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  if (bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg'
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  return bytes.length > 8 && png.every((b, i) => bytes[i] === b) ? 'image/png' : null
}

/** The boundary in a multipart content type, without its dashes; null: none. */
export function boundaryOf(contentType: string): string | null {
  const found = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^;\s]+))/i.exec(contentType)
  return (found?.[1] ?? found?.[2])?.replace(/^--/, '') ?? null
}

/**
 * Cuts a multipart stream into the bodies of its parts, however it is split. A part ends by its length, or before the
 * next boundary. @throws CameraProblem when a part is too large or the stream has no parts
 */
export class Parts {
  readonly #mark: Buffer
  #rest: Buffer = Buffer.alloc(0)
  /** Bytes of #rest that were searched without finding a boundary. */
  #seen = 0
  /** Length of the body; -1: until the next boundary. null: before or within a head. */
  #length: number | null = null

  constructor(boundary: string) {
    this.#mark = Buffer.from(`--${boundary}`)
  }

  push(chunk: Buffer): Buffer[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const bodies: Buffer[] = []
    while (true) {
      if (this.#length === null && !this.#head()) return bodies
      const body = this.#body()
      if (body === null) return bodies
      if (body.length > 0) bodies.push(body)
    }
  }

  /** Removes boundary and head. Returns whether both were there. */
  #head(): boolean {
    const start = this.#rest.indexOf(this.#mark)
    const from = start < 0 ? -1 : start + this.#mark.length
    const end = from < 0 ? -1 : this.#rest.indexOf('\r\n\r\n', from)
    if (end < 0) {
      if (this.#rest.length - Math.max(0, start) > LONGEST_HEAD + this.#mark.length)
        throw new CameraProblem('camera_broken')
      return false
    }
    const head = this.#rest.toString('latin1', from, end)
    const length = /^content-length\s*:\s*(\d+)\s*$/im.exec(head)
    this.#length = length ? Number(length[1]) : -1
    if (this.#length > LARGEST) throw pictureTooLarge()
    this.#rest = this.#rest.subarray(end + 4)
    this.#seen = 0
    return true
  }

  #body(): Buffer | null {
    const length = this.#length!
    if (length >= 0) {
      if (this.#rest.length < length) return null
      return this.#take(length)
    }
    const end = this.#rest.indexOf(this.#mark, Math.max(0, this.#seen - this.#mark.length))
    this.#seen = this.#rest.length
    if (end < 0) {
      if (this.#rest.length > LARGEST) throw pictureTooLarge()
      return null
    }
    const breaks = this.#rest.subarray(end - 2, end).toString('latin1') === '\r\n' ? 2 : 0
    return this.#take(end - breaks)
  }

  #take(length: number): Buffer {
    // A copy, so that a picture and the bytes after it do not keep each other's memory.
    const body = Buffer.from(this.#rest.subarray(0, length))
    this.#rest = this.#rest.subarray(length)
    this.#length = null
    return body
  }
}

export const pictureTooLarge = () =>
  new CameraProblem('camera_too_large', { limit: `${LARGEST / 1024 / 1024} MiB` })
