import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createParts } from './parts.ts'

const text = new TextEncoder()

test('parts are complete, however the stream is chunked', () => {
  const part = fc.record({
    bytes: fc.uint8Array({ maxLength: 300 }),
    takenAt: fc.option(fc.integer({ min: 1, max: 2e12 })),
  })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), fc.integer({ min: 1, max: 97 }), (list, size) => {
      const whole = list.flatMap(({ bytes, takenAt }) => [
        ...text.encode(
          `--forebay\r\nContent-Type: ${takenAt === null ? 'application/json' : 'image/jpeg'}\r\n` +
            `Content-Length: ${bytes.length}\r\n${takenAt === null ? '' : `X-Taken-At: ${takenAt}\r\n`}\r\n`,
        ),
        ...bytes,
        13,
        10,
      ])
      const read = createParts()
      const found = []
      for (let a = 0; a < whole.length; a += size)
        found.push(...read(Uint8Array.from(whole.slice(a, a + size))))
      expect(found).toEqual(
        list.map(({ bytes, takenAt }) => ({
          type: takenAt === null ? 'application/json' : 'image/jpeg',
          takenAt,
          bytes: Uint8Array.from(bytes),
        })),
      )
    }),
  )
})
