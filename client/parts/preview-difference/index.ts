/**
 * How a change would affect computed values, before anything is stored.
 *
 * - `DifferencePreview`: a span chooser, a button, and the answer. `ask` gets the span as local times of the wire and
 * calls `POST /v1/calculation/preview`; null: the draft is not complete yet. `stamp` is a text that changes with the
 * draft (the draft as JSON): an answer to another stamp is marked as outdated.
 * - `PreviewFold`: the same in a fold, for forms.
 * - `DifferenceView`: draws an answer that is already loaded.
 * - `Figures` with `groupsOf` the differences: only its table, for changes that are stored already.
 * - `previewOf(changes)`: the `ask` of changes to the description or a table.
 */
export { PreviewFold } from './fold.tsx'
export { DifferenceView, Figures } from './view.tsx'
export { groupsOf } from './model.ts'
export { previewOf } from './ask.ts'
