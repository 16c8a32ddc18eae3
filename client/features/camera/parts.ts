interface StreamPart {
  type: string
  /** When the picture was taken, epoch ms; null: the part is no picture. */
  takenAt: number | null
  bytes: Uint8Array<ArrayBuffer>
}

const HEAD_END = [13, 10, 13, 10]

/** Splits the server's multipart stream into parts, however it is chunked; every part states its length. */
export function createParts(): (chunk: Uint8Array) => StreamPart[] {
  let rest = new Uint8Array(0)
  let head: { type: string; takenAt: number | null; length: number } | null = null
  return (chunk) => {
    const all = new Uint8Array(rest.length + chunk.length)
    all.set(rest)
    all.set(chunk, rest.length)
    rest = all
    const parts: StreamPart[] = []
    while (true) {
      if (head === null) {
        const end = endOfHead(rest)
        if (end < 0) return parts
        head = readHead(new TextDecoder().decode(rest.subarray(0, end)))
        rest = rest.slice(end)
      }
      if (rest.length < head.length) return parts
      parts.push({ type: head.type, takenAt: head.takenAt, bytes: rest.slice(0, head.length) })
      rest = rest.slice(head.length)
      head = null
    }
  }
}

/** Index after the blank line that ends the headers; -1: not received yet. */
function endOfHead(bytes: Uint8Array): number {
  for (let i = 0; i + 3 < bytes.length; i++) if (HEAD_END.every((b, k) => bytes[i + k] === b)) return i + 4
  return -1
}

function readHead(text: string) {
  const field = (name: string) => new RegExp(`^${name}: *(.*?)\\r?$`, 'im').exec(text)?.[1]
  const takenAt = field('x-taken-at')
  return {
    type: field('content-type') ?? '',
    takenAt: takenAt === undefined ? null : Number(takenAt),
    length: Number(field('content-length') ?? 0),
  }
}
