import type { shiftLogMessages as vi } from '../vi/shift-log.ts'

export const shiftLogMessages: Record<keyof typeof vi, string> = {
  shift_too_far_back: 'An entry can be added at most {days} {days|day|days} after the event',
  shift_not_yet: 'This time is in the future',
  shift_field_not_of_kind: 'Entries of this kind do not have this field',
  shift_withdrawn: 'This entry was withdrawn',
  shift_step_taken: 'This step of the order is already recorded',
  shift_step_before: 'This cannot be before the order was received ({at})',
  shift_not_an_order: 'Only orders are acknowledged and carried out',
  duty_changed: 'The operator was changed in the meantime: {name} is now on duty',
  duty_same: '{name} is already on duty',
  duty_order: 'Must be after {after} and before {before}, when others went on duty',
  duty_nobody: 'nobody',
  duty_not_allowed: 'This account cannot write to the shift log, so it cannot go on duty',
  handover_open: 'You have an unfinished handover sheet',
  handover_not_on_duty: '{name} is on duty: only the operator on duty can hand over',
  handover_self: 'You cannot hand over to yourself',
  handover_no_draft: 'This sheet is no longer a draft',
  handover_not_offered: 'This sheet is not waiting for a signature',
  handover_not_yours: 'This sheet is for {name} to sign',
  handover_changed: 'The sheet has changed since you opened it: reload it, then sign',
  handover_damaged: 'The content of the sheet does not match its digest: it cannot be signed',
  handover_too_far_back:
    'A sheet can be written only for shifts of the last {days} {days|day|days}, from {at}',
  handover_span: 'A handover sheet covers at most {hours} {hours|hour|hours}',
}
