import type { FieldError } from '#contract/envelope.ts'
import { text, type Language, type MessageCode } from '#contract/messages.ts'

export type Params = Record<string, string | number>

/**
 * A fault of one field, with its dotted path as sent. Without a message, the text of its code is filled in when the
 * reader's language is known.
 */
type FieldFault = FieldError | { path: string; code: MessageCode; params?: Params }

/** An error with a response: status, code, and the code's text in the caller's language. */
export class Problem extends Error {
  readonly status: number
  readonly code: MessageCode
  readonly params: Params
  readonly errors: readonly FieldFault[] | undefined
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: MessageCode,
    params: Params = {},
    extra: { errors?: readonly FieldFault[]; retryAfter?: number } = {},
  ) {
    super(code)
    this.name = 'Problem'
    this.status = status
    this.code = code
    this.params = params
    this.errors = extra.errors
    this.retryAfter = extra.retryAfter
  }
}

/** The faults of a refusal, each with its text. */
export const worded = (faults: readonly FieldFault[], language: Language): FieldError[] =>
  faults.map((f) =>
    'message' in f ? f : { path: f.path, code: f.code, message: text(f.code, language, f.params ?? {}) },
  )

/** Runs a function that refuses fields, and renames their paths to those that the caller sent. */
export async function withPaths<T>(sentAs: (path: string) => string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Problem) || !error.errors) throw error
    const errors = error.errors.map((f) => ({ ...f, path: sentAs(f.path) }))
    throw new Problem(error.status, error.code, error.params, { errors, retryAfter: error.retryAfter })
  }
}

export const badRequest = (
  code: MessageCode = 'bad_request',
  params: Params = {},
  errors?: readonly FieldFault[],
) => new Problem(400, code, params, { errors })
/** A refusal of a body at these fields; the response quotes the first. */
export const badFields = (errors: readonly FieldFault[]) => badRequest('invalid_body', {}, errors)
/**
 * A refusal of one field, in the caller's language. as: the code of the whole response, where it is not that of the
 * field; it then quotes the field's text.
 */
export function refuseField(
  language: Language,
  path: string,
  code: MessageCode,
  params: Params = {},
  { status = 400, as = code }: { status?: number; as?: MessageCode } = {},
): Problem {
  const message = text(code, language, params)
  const errors = [{ path, code, message }]
  return new Problem(status, as, as === code ? params : { detail: message }, { errors })
}
/** A size as limits show it. */
export const bytesInWords = (bytes: number) =>
  bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MiB` : `${Math.round(bytes / 1024)} KiB`
export const unauthorized = (code: MessageCode = 'unauthorized', params: Params = {}) =>
  new Problem(401, code, params)
export const forbidden = (code: MessageCode = 'forbidden', params: Params = {}) =>
  new Problem(403, code, params)
export const notFound = (what: string) => new Problem(404, 'not_found', { what })
export const conflict = (code: MessageCode = 'conflict', params: Params = {}) =>
  new Problem(409, code, params)
export const tooLarge = (code: MessageCode, params: Params) => new Problem(413, code, params)
export const unprocessable = (code: MessageCode, params: Params = {}, errors?: readonly FieldFault[]) =>
  new Problem(422, code, params, { errors })
export const tooMany = (code: MessageCode, seconds: number) =>
  new Problem(429, code, { seconds }, { retryAfter: seconds })
export const unavailable = () => new Problem(503, 'unavailable', {}, { retryAfter: 2 })
