/**
 * How a change would change computed values, before anything is stored.
 *
 * - `DifferencePreview` is a span chooser, a button, and the answer. `ask` gets the span as local times of the wire and
 *   answers what `POST /v1/calculation/preview` does; null: the draft is not complete yet. `stamp` is a text that
 *   changes with the draft (the draft as JSON): an answer of another stamp is marked as outdated.
 * - `PreviewFold` is the same in a fold, for forms.
 * - `DifferenceView` draws an answer that is already loaded.
 * - `Figures` of `groupsOf` the differences is only its table, for changes that are stored already.
 * - `previewOf(changes)` is the `ask` of changes of the description or of a table.
 */
export { PreviewFold } from './fold.tsx'
export { DifferenceView, Figures } from './view.tsx'
export { groupsOf } from './model.ts'
export { previewOf } from './ask.ts'
