import { once } from 'node:events'

/** All of stdin. */
export async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

let text = ''

/** Writes a line of JSON to stdout, in larger pieces; `flush` writes what is left. */
export async function say(value: unknown): Promise<void> {
  text += JSON.stringify(value) + '\n'
  if (text.length > 65_536) await flush()
}

export async function flush(): Promise<void> {
  const part = text
  text = ''
  if (part !== '' && !process.stdout.write(part)) await once(process.stdout, 'drain')
}
