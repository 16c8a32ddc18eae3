import type { FieldError } from '#contract/envelope.ts'

/** A call that failed. status 0: no answer (offline, aborted, not our server). */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: FieldError[]
  readonly incident: string | null
  /** Whether the call was meant to change something. */
  readonly acting: boolean

  constructor(init: {
    status: number
    code: string
    message: string
    errors?: FieldError[]
    incident?: string | null
    acting?: boolean
  }) {
    super(init.message)
    this.name = 'CallError'
    this.status = init.status
    this.code = init.code
    this.errors = init.errors ?? []
    this.incident = init.incident ?? null
    this.acting = init.acting ?? false
  }

  /** Whether a retry may succeed. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

/**
 * Reads the error of an answer in any format (a proxy answers HTML). acting: the call was meant to change something.
 */
export async function callErrorOf(answer: Response, acting = false): Promise<CallError> {
  const body = (await answer.json().catch(() => null)) as Record<string, unknown> | null
  return new CallError({
    status: answer.status,
    code: typeof body?.code === 'string' ? body.code : `http_${answer.status}`,
    message: typeof body?.message === 'string' ? body.message : `HTTP ${answer.status}`,
    errors: Array.isArray(body?.errors) ? (body.errors as FieldError[]) : [],
    incident: typeof body?.incident === 'string' ? body.incident : null,
    acting,
  })
}

/** Whether a call was refused for lack of a permission. */
export const isForbidden = (error: unknown): boolean => error instanceof CallError && error.status === 403
