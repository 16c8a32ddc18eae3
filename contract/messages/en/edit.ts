import type { editMessages as vi } from '../vi/edit.ts'

export const editMessages: Record<keyof typeof vi, string> = {
  edit_computed: 'Series {series} is computed: edit the readings that it is computed from',
  edit_log: 'Series {series} belongs to the gate and unit log: correct it there',
  before_begin: 'The time lies before {first}, when nothing is kept of the reservoir: check the year',
  edit_nothing: 'No reading of this span would be another',
  edit_no_before: 'Cannot be interpolated: there is no usable reading before this span',
  edit_no_after: 'Cannot be interpolated: there is no usable reading after this span',
  edit_not_a_line: 'Totals and states are not interpolated: replace them by values',
  edit_one_of: 'Give either one value or a list of readings',
  edit_outside: 'The time lies outside of the span that is edited',
  edit_not_rising: 'Times must rise, one reading each',
  edit_cannot_be: '{value} {unit} cannot be: values of this series lie between {min} and {max}',
  edit_below: '{value} {unit} cannot be: values of this series are not below {min}',
  edit_too_many: 'This span has {n} readings, an edit takes {max} at the most',
  edit_span: 'An edit spans {days} days at the most',
  edit_approved: 'This span is approved: only who may approve can change it',
  edit_undone: 'This edit is undone already',
  edit_twice:
    'You made this very edit at {at} and it is in force, so it is not applied once more. Where that is meant, read the data again and send the version with it',
  edit_newer: 'Somebody has just edited this span: load it again and look before saving',
  measuringStationNotInSettings: 'The settings have no measuring station {station} of type {type}',
  edit_indirect: 'The discharge of station {station} is computed from its level: edit the level (type 2)',
  review_approve: 'The permission to approve is needed',
  review_same: 'This span has that state already',
}
