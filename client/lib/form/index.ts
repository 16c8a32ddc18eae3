/** The state of forms: what is typed, what is wrong with it, and what becomes of sending it. */
export { bodyOf, type Typed } from './draft.ts'
export { problemsOf } from './problems.ts'
export { useForm, type AnyForm, type FormApi } from './use-form.ts'
