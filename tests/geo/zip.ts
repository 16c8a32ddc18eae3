import { crc32, deflateRawSync } from 'node:zlib'

/** A zip of files by name. claimed: the size that its directory states for each. */
export function zipOf(files: Record<string, string | Uint8Array>, claimed?: number): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content as string)
    const data = deflateRawSync(bytes)
    const label = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(claimed ?? bytes.length, 18)
    common.writeUInt16LE(label.length, 22)
    const signature = (n: number) => {
      const b = Buffer.alloc(4)
      b.writeUInt32LE(n)
      return b
    }
    const local = Buffer.concat([signature(0x04034b50), common, label, data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    centrals.push(Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), common, tail, label]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(centrals.length, 8)
  end.writeUInt16LE(centrals.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}
