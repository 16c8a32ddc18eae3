import type { Permission } from '#core/access/index.ts'
import type { ItemNoun } from '#contract/items.ts'

/** Tabs of the page: the item of each, and the permission to see it. */
export const SETTINGS_TABS = [
  { key: 'calculation', noun: 'parameters', view: 'settings.view' },
  { key: 'losses', noun: 'parameters', view: 'settings.view' },
  { key: 'flows', noun: 'parameters', view: 'settings.view' },
  { key: 'energy', noun: 'parameters', view: 'settings.view' },
  { key: 'levels', noun: 'plant', view: 'information.view' },
  { key: 'look', noun: 'settings', view: 'settings.view' },
  { key: 'project', noun: 'plant', view: 'information.view' },
  { key: 'weather', noun: 'settings', view: 'settings.view' },
] as const satisfies readonly { key: string; noun: ItemNoun; view: Permission }[]
export type TabKey = (typeof SETTINGS_TABS)[number]['key']

/** The named tab if it may be seen, else the first that may. */
export const tabOf = (named: TabKey | null, seen: readonly TabKey[]): TabKey | null =>
  seen.find((key) => key === named) ?? seen[0] ?? null
