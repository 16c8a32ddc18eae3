import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

export interface WrittenSheet {
  name: string
  rows: (string | number | null)[][]
}

/** Writes a workbook (.xlsx) in a thread of its own: a hundred thousand rows take more than a second. */
export async function writeBook(sheets: readonly WrittenSheet[]): Promise<Buffer> {
  const worker = new Worker(join(import.meta.dirname, 'write-worker.ts'), { workerData: sheets })
  try {
    const [bytes] = (await once(worker, 'message')) as [Uint8Array]
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } finally {
    await worker.terminate()
  }
}
