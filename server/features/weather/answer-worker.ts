import { parentPort, workerData } from 'node:worker_threads'
import type { AnswerJob, AnswerOutcome } from './answer.ts'
import { readAnswer } from './open-meteo-answer.ts'
import { WeatherProblem } from './problem.ts'

const { bytes, request } = workerData as AnswerJob

function outcomeOf(): AnswerOutcome {
  try {
    return { parts: readAnswer(bytes, request) }
  } catch (error) {
    if (error instanceof WeatherProblem) return { code: error.code, params: error.params }
    throw error
  }
}

const outcome = outcomeOf()
const moved = 'parts' in outcome ? outcome.parts.flatMap((p) => p.columns.map((c) => c.values.buffer)) : []
parentPort!.postMessage(outcome, moved as ArrayBuffer[])
