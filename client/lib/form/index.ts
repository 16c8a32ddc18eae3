/** State of forms: values, errors and submission. */
import { LIMITS } from '#contract/validation.ts'

export { bodyOf, type Typed } from './draft.ts'
export { problemsOf } from './problems.ts'
export { useForm, type AnyForm, type FormApi, type FormOptions } from './use-form.ts'

/** Maximum length of a reason, in characters. */
export const REASON_MAX = LIMITS.reason.max
