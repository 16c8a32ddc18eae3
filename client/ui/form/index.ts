/** Forms: in a page, in a dialog, in a question; and parts of them. */
export { Changed } from './Changed.tsx'
export { ConfirmWhy } from './ConfirmWhy.tsx'
export { Form, PlainForm } from './Form.tsx'
export { FormAlert, FormAlert as Told } from './FormAlert.tsx'
export { FormConfirm } from './FormConfirm.tsx'
export { FormDialog } from './FormDialog.tsx'
export { LocalTime } from './LocalTime.tsx'
export { Password } from './Password.tsx'
