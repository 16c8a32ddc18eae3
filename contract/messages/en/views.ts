import type { viewsMessages as vi } from '../vi/views.ts'

export const viewsMessages: Record<keyof typeof vi, string> = {
  experts_only: 'For expert accounts only',
  view_too_many_series: 'At most {max} series in one view',
  view_series_twice: 'A series is drawn once in a pane',
  view_name_taken: 'You have a view called “{name}” already',
  view_not_own: 'This view is {name}’s. Save it as your own',
  view_too_many: 'You have saved {max} views. Delete some first',
}
