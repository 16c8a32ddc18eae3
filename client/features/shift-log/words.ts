import type { TimelineKind } from '#contract/timeline.ts'
import type { IconName } from '../../ui/icon/index.tsx'

/** Icons with distinct outlines, so that kinds do not differ by colour alone. */
export const TIMELINE_ICONS: Record<TimelineKind, IconName> = {
  gate: 'gate',
  run: 'calculator',
  edit: 'edited',
  review: 'check',
  note: 'log',
  order: 'inbox',
  call: 'phone',
  duty: 'swap',
  report: 'table',
  auto: 'refresh',
}
