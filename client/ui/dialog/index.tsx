/** Dialogs over the page: one with a task in it, and one question before an act that cannot be undone. */
export { Dialog } from './Dialog.tsx'
export { Confirm, type ConfirmProps } from './Confirm.tsx'
