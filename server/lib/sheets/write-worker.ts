import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsx } from 'hucre'
import type { WrittenSheet } from './write.ts'

parentPort!.postMessage(await writeXlsx({ sheets: workerData as WrittenSheet[] }))
