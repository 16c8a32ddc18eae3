import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipPart {
  name: string
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
}

/** Most bytes of an archive and of each of its parts: larger ones need zip64, which not every reader knows. */
const MOST = 0xffff_ffff
const VERSION = 20
/** Sizes follow the data; names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
/** 1980-01-01, the first date that an archive knows. */
const NO_DATE = 0x21
/** The densest XML gains a tenth from more, for twice the time. */
const LEVEL = 3

/**
 * An archive, deflated while its parts are read and no faster than it is taken; an error of a part is an error of the
 * stream. Destroyed, it closes the part that it is reading. most: bytes, for tests. @throws RangeError beyond `most`
 */
export function zipped(parts: AsyncIterable<ZipPart>, most = MOST): Readable {
  const stopped = new AbortController()
  const archive = Readable.from(bytesOf(parts, stopped.signal, most), {
    objectMode: false,
    highWaterMark: 65_536,
  })
  // Before anything waits for the generator, which may itself wait for a row.
  const close = archive._destroy.bind(archive)
  archive._destroy = (error, done) => {
    stopped.abort()
    close(error, done)
  }
  return archive
}

async function* bytesOf(
  parts: AsyncIterable<ZipPart>,
  signal: AbortSignal,
  most: number,
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let at = 0
  const counted = (bytes: Buffer) => {
    at += bytes.length
    if (at > most) throw new RangeError('the file would be larger than 4 GB')
    return bytes
  }
  for await (const { name, content } of parts) {
    const start = at
    yield counted(localHeader(name))
    let [crc, size] = [0, 0]
    const deflate = createDeflateRaw({ level: LEVEL })
    const source = async function* () {
      for await (const text of content) {
        const bytes = Buffer.from(text)
        crc = crc32(bytes, crc)
        size += bytes.length
        yield bytes
      }
    }
    // What fails there destroys `deflate`, and is thrown by reading that.
    pipeline(source, deflate, { signal }).catch(() => {})
    const from = at
    for await (const bytes of deflate) yield counted(bytes as Buffer)
    if (size > most) throw new RangeError('a sheet would be larger than 4 GB')
    const sums = Buffer.alloc(12)
    sums.writeUInt32LE(crc, 0)
    sums.writeUInt32LE(at - from, 4)
    sums.writeUInt32LE(size, 8)
    yield counted(Buffer.concat([Buffer.from('PK\x07\x08'), sums]))
    directory.push(centralHeader(name, sums, start))
  }
  const size = directory.reduce((sum, b) => sum + b.length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  yield counted(Buffer.concat([...directory, end]))
}

function localHeader(name: string): Buffer {
  const bytes = Buffer.from(name)
  const head = Buffer.alloc(30)
  head.write('PK\x03\x04')
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt16LE(DEFLATED, 8)
  head.writeUInt16LE(NO_DATE, 12)
  head.writeUInt16LE(bytes.length, 26)
  return Buffer.concat([head, bytes])
}

/** sums: crc, compressed and whole size, as behind the data. */
function centralHeader(name: string, sums: Buffer, start: number): Buffer {
  const bytes = Buffer.from(name)
  const head = Buffer.alloc(46)
  head.write('PK\x01\x02')
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(VERSION, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt16LE(DEFLATED, 10)
  head.writeUInt16LE(NO_DATE, 14)
  sums.copy(head, 16)
  head.writeUInt16LE(bytes.length, 28)
  head.writeUInt32LE(start, 42)
  return Buffer.concat([head, bytes])
}
