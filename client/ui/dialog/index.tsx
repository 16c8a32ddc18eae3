/** Dialogs: a task, or a confirmation of an act that cannot be undone. */
export { Dialog } from './Dialog.tsx'
export { Confirm, type ConfirmProps } from './Confirm.tsx'
