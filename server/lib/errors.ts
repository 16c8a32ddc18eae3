import type { FieldError } from '#contract/envelope.ts'
import { text, type Language, type MessageCode } from '#contract/messages.ts'

export type Params = Record<string, string | number>

/** An error that has an answer: status, code, and the text of the code in the caller's language. */
export class Problem extends Error {
  readonly status: number
  readonly code: MessageCode
  readonly params: Params
  readonly errors: FieldError[] | undefined
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: MessageCode,
    params: Params = {},
    extra: { errors?: FieldError[]; retryAfter?: number } = {},
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

export const badRequest = (code: MessageCode = 'bad_request', params: Params = {}, errors?: FieldError[]) =>
  new Problem(400, code, params, { errors })
/** A body that is refused at these fields: told by the first of them. */
export const badFields = (errors: FieldError[]) =>
  badRequest('invalid_body', { path: errors[0].path, detail: errors[0].message }, errors)
/**
 * A refusal of one field, in the caller's language. as: the code of the whole answer where it is another than the
 * field's; it then quotes what is said of the field.
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
  return new Problem(status, as, as === code ? params : { path, detail: message }, { errors })
}
export const unauthorized = (code: MessageCode = 'unauthorized', params: Params = {}) =>
  new Problem(401, code, params)
export const forbidden = (code: MessageCode = 'forbidden', params: Params = {}) =>
  new Problem(403, code, params)
export const notFound = (what: string) => new Problem(404, 'not_found', { what })
export const conflict = (code: MessageCode = 'conflict', params: Params = {}) =>
  new Problem(409, code, params)
export const tooLarge = (code: MessageCode, params: Params) => new Problem(413, code, params)
export const unprocessable = (code: MessageCode, params: Params = {}, errors?: FieldError[]) =>
  new Problem(422, code, params, { errors })
export const tooMany = (code: MessageCode, seconds: number) =>
  new Problem(429, code, { seconds }, { retryAfter: seconds })
export const unavailable = () => new Problem(503, 'unavailable', {}, { retryAfter: 2 })
