import { z } from 'zod'

/** One fault of the request. path: dotted, as in the body. */
const fieldError = z.object({ path: z.string(), message: z.string(), code: z.string() })
export type FieldError = z.infer<typeof fieldError>

interface Success<T> {
  status: 'success' | '200'
  message: string
  data: T
  /** Unit, flags and warnings of answers whose data is a bare number. */
  meta?: Record<string, unknown>
}

interface Failure {
  status: 'error'
  message: string
  code: string
  data: null
  errors?: FieldError[]
  incident?: string
}

export type Envelope<T> = Success<T> | Failure

/** The schema of an answer for OpenAPI and tests. */
export function envelope<T extends z.ZodType>(data: T, basic = false) {
  return z.object({
    status: z.literal(basic ? '200' : 'success'),
    message: z.string(),
    data,
    meta: z.record(z.string(), z.unknown()).optional(),
  })
}

export const failure = z.object({
  status: z.literal('error'),
  message: z.string(),
  code: z.string(),
  data: z.null(),
  errors: z.array(fieldError).optional(),
  incident: z.string().optional(),
})
