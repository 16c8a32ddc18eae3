import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundaryOf, LARGEST, Parts, pictureType } from './parts.ts'

const BOUNDARY = 'frame-7'
const pictures = fc.array(fc.uint8Array({ minLength: 1, maxLength: 400 }), { maxLength: 6 })

/** As cameras write it. withLength: with the length of each part. */
function written(list: readonly Uint8Array[], withLength: boolean): Buffer {
  return Buffer.concat([
    ...list.flatMap((body) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Type: image/jpeg\r\n${withLength ? `Content-Length: ${body.length}\r\n` : ''}\r\n`,
      ),
      body,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}\r\n`),
  ])
}

/** The bytes in pieces of the given sizes, over and over. */
function chopped(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const out: Buffer[] = []
  for (let a = 0, i = 0; a < bytes.length; a += sizes[i++ % sizes.length])
    out.push(bytes.subarray(a, a + sizes[i % sizes.length]))
  return out
}

describe('a stream of pictures', () => {
  test('is received as it was sent, however it is split', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(pictures, sizes, fc.boolean(), (list, cut, withLength) => {
        fc.pre(withLength || list.every((b) => !Buffer.from(b).includes(`--${BOUNDARY}`)))
        const parts = new Parts(BOUNDARY)
        const found = chopped(written(list, withLength), cut).flatMap((piece) => parts.push(piece))
        expect(found.map((b) => [...b])).toEqual(list.map((b) => [...b]))
      }),
    )
  })

  test('with parts too large, with or without a length, is refused before it fills the memory', () => {
    const large = Buffer.from(`--${BOUNDARY}\r\nContent-Length: ${LARGEST + 1}\r\n\r\n`)
    expect(() => new Parts(BOUNDARY).push(large)).toThrow('camera_too_large')
    const parts = new Parts(BOUNDARY)
    parts.push(Buffer.from(`--${BOUNDARY}\r\n\r\n`))
    const piece = Buffer.alloc(1024 * 1024)
    expect(() => {
      for (let n = 0; n <= LARGEST; n += piece.length) parts.push(piece)
    }).toThrow('camera_too_large')
  })

  test('without parts is refused', () => {
    const parts = new Parts(BOUNDARY)
    expect(() => {
      for (let i = 0; i < 20; i++) parts.push(Buffer.alloc(1000))
    }).toThrow('camera_broken')
  })
})

test.each([
  ['multipart/x-mixed-replace;boundary=myboundary', 'myboundary'],
  ['multipart/x-mixed-replace; boundary="--video boundary--"', 'video boundary--'],
  ['multipart/x-mixed-replace; charset=x; boundary=--ipcamera', 'ipcamera'],
  ['multipart/x-mixed-replace', null],
])('the boundary of %s', (type, boundary) => expect(boundaryOf(type)).toBe(boundary))

test('the type of an image is detected from its bytes', () => {
  expect(pictureType(Buffer.from('ffd8ffe000', 'hex'))).toBe('image/jpeg')
  expect(pictureType(Buffer.from('89504e470d0a1a0a00', 'hex'))).toBe('image/png')
  expect(pictureType(Buffer.from('<html>hello'))).toBeNull()
})
