import type { editMessages as vi } from '../vi/edit.ts'

export const editMessages: Record<keyof typeof vi, string> = {
  edit_computed: 'Series {series} is computed: edit the readings it is computed from',
  edit_log: 'Series {series} belongs to the gate and unit log: correct it there',
  before_begin: 'The time is before {first}, when the reservoir has no data: check the year',
  edit_nothing: 'No reading in this period would change',
  edit_no_before: 'Cannot interpolate: there is no usable reading before this period',
  edit_no_after: 'Cannot interpolate: there is no usable reading after this period',
  edit_not_a_line: 'Totals and states cannot be interpolated: replace them with values',
  edit_one_of: 'Enter either one value or a list of readings',
  edit_outside: 'The time is outside the edited period',
  edit_not_rising: 'Times must be in ascending order, one reading each',
  edit_cannot_be: '{value} {unit} is not possible: values of this series are between {min} and {max}',
  edit_below: '{value} {unit} is not possible: values of this series are not below {min}',
  edit_too_many: 'This period has {n} {n|reading|readings}; an edit can cover at most {max}',
  edit_span: 'An edit can cover at most {days} {days|day|days}',
  edit_approved: 'This period is approved: only someone who can approve may change it',
  edit_undone: 'This edit has already been undone',
  edit_twice:
    'You made this same edit at {at} and it is in force, so it is not applied again. If this is intended, reload the data and send its version with the edit',
  edit_newer: 'Someone has just edited this period: reload it and check before saving',
  measuringStationNotInSettings: 'The settings have no measuring station {station} of type {type}',
  edit_indirect: 'The discharge of station {station} is computed from its level: edit the level (type 2)',
  review_approve: 'Permission to approve is required',
  review_same: 'This span has that state already',
}
