import type { Permission } from '#core/access/index.ts'
import type { ItemNoun } from '#contract/items.ts'

/** Tabs of the page: which item each is about, and what sees it. */
export const SETTINGS_TABS = [
  { key: 'calculation', noun: 'parameters', view: 'settings.view' },
  { key: 'losses', noun: 'parameters', view: 'settings.view' },
  { key: 'flows', noun: 'parameters', view: 'settings.view' },
  { key: 'levels', noun: 'plant', view: 'information.view' },
  { key: 'look', noun: 'settings', view: 'settings.view' },
  { key: 'project', noun: 'plant', view: 'information.view' },
] as const satisfies readonly { key: string; noun: ItemNoun; view: Permission }[]
export type TabKey = (typeof SETTINGS_TABS)[number]['key']

/** The tab that is named, of those that may be seen; else the first of them. */
export const tabOf = (named: TabKey | null, seen: readonly TabKey[]): TabKey | null =>
  seen.find((key) => key === named) ?? seen[0] ?? null
