/**
 * What a change would make of computed values, before anything is stored.
 *
 * - `DifferencePreview` asks and draws: a span chooser, a button, the answer. `ask` gets the span as local times of the
 *   wire and answers what `POST /v1/calculation/preview` does; `stamp` is a text that is another whenever what is
 *   previewed is another (the draft as JSON): an answer of another stamp is said to be old. `ask` null: the draft is
 *   not complete yet.
 * - `PreviewFold` is the same in a fold, for forms.
 * - `DifferenceView` only draws an answer that is already here.
 * - `Figures` of `groupsOf` the differences is its table alone, for what is done already.
 * - `previewOf(changes)` is the `ask` of changes of the description or of a table.
 */
export { PreviewFold } from './fold.tsx'
export { DifferenceView, Figures } from './view.tsx'
export { groupsOf } from './model.ts'
export { previewOf } from './ask.ts'
