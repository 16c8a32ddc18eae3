import type { TimelineKind } from '#contract/timeline.ts'
import { CallError } from '../../lib/call-error.ts'
import type { IconName } from '../../ui/icon/index.tsx'

/** Every kind has an outline of its own: none is told by colour. */
export const KIND_ICONS: Record<TimelineKind, IconName> = {
  gate: 'gate',
  run: 'calculator',
  edit: 'edited',
  review: 'check',
  note: 'log',
  order: 'inbox',
  call: 'phone',
  duty: 'swap',
  auto: 'refresh',
}

/** What the server refused, by field. */
export function refusals(error: unknown): Record<string, string> {
  if (!(error instanceof CallError)) return {}
  return Object.fromEntries(error.errors.map((e) => [e.path, e.message]))
}
