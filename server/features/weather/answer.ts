import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { SECOND } from '#core/time/units.ts'
import { readAnswer, type AnswerPart, type AnswerRequest } from './open-meteo-answer.ts'
import { WeatherProblem } from './problem.ts'
import type { Ask } from './provider.ts'

export interface AnswerJob {
  bytes: Uint8Array
  request: AnswerRequest
}
export type AnswerOutcome = { parts: AnswerPart[] } | Pick<WeatherProblem, 'code' | 'params'>

/** Largest body that is read at once, bytes: a few milliseconds. */
const SMALL = 256 * 1024
const HEAP_MB = 512

/**
 * Reads the body of an answer; a large one in a thread of its own: what a hostile one does to time and memory, operators
 * at the live dashboard must not wait for. @throws WeatherProblem where it is not as requested
 */
export async function readAnswerApart(
  bytes: Buffer,
  request: AnswerRequest,
  { timeout, signal }: Pick<Ask, 'timeout' | 'signal'>,
): Promise<AnswerPart[]> {
  if (bytes.length <= SMALL) return readAnswer(bytes, request)
  const job: AnswerJob = { bytes, request }
  const worker = new Worker(join(import.meta.dirname, 'answer-worker.ts'), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  const late = AbortSignal.timeout(timeout)
  try {
    const ended = AbortSignal.any([signal, late])
    const [outcome] = (await once(worker, 'message', { signal: ended })) as [AnswerOutcome]
    if ('code' in outcome) throw new WeatherProblem(outcome.code, outcome.params)
    return outcome.parts
  } catch (error) {
    if (signal.aborted) throw error
    if (late.aborted) throw new WeatherProblem('weather_slow', { seconds: timeout / SECOND })
    if (isOutOfMemory(error)) throw new WeatherProblem('weather_shape', { field: `> ${HEAP_MB} MB` })
    throw error
  } finally {
    await worker.terminate()
  }
}

const isOutOfMemory = (error: unknown) => (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
