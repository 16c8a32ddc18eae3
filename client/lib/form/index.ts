/** The state of forms: what is typed, what is wrong with it, and what becomes of sending it. */
import { LIMITS } from '#contract/validation.ts'

export { bodyOf, type Typed } from './draft.ts'
export { problemsOf } from './problems.ts'
export { useForm, type AnyForm, type FormApi, type FormOptions } from './use-form.ts'

/** How long the reason of an act may be, in characters. */
export const REASON_MAX = LIMITS.reason.max
