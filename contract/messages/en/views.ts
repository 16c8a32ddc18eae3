import type { viewsMessages as vi } from '../vi/views.ts'

export const viewsMessages: Record<keyof typeof vi, string> = {
  experts_only: 'For expert accounts only',
  view_too_many_series: 'At most {max} series in one view',
  view_series_twice: 'A series can appear only once in a pane',
  view_name_taken: 'You already have a view called “{name}”',
  view_not_own: 'This view is {name}’s. Save it as your own',
  view_too_many: 'You have already saved {max} {max|view|views}. Delete some first',
}
