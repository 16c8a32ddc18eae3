import type { IconName } from '../ui/icon/index.tsx'
import type { PageRoute } from './routes.tsx'

export interface MenuGroup {
  group: NonNullable<PageRoute['group']>
  pages: PageRoute[]
}

export const GROUP_ICONS: Record<MenuGroup['group'], IconName> = {
  log: 'inbox',
  quality: 'check',
  manage: 'user',
  settings: 'grid',
}

type MenuEntry = PageRoute | MenuGroup

export function isGroup(entry: MenuEntry): entry is MenuGroup {
  return 'pages' in entry
}

/**
 * Builds the menu from the pages an account may open: hidden pages are left out, grouped pages become one entry at
 * the position of the first. A group of one is a plain link (specification, section 2).
 */
export function menuOf(permitted: readonly PageRoute[]): MenuEntry[] {
  const entries: MenuEntry[] = []
  const groups = new Map<string, MenuGroup>()
  for (const page of permitted) {
    if (page.hidden) continue
    if (!page.group) entries.push(page)
    else if (groups.has(page.group)) groups.get(page.group)!.pages.push(page)
    else {
      const group: MenuGroup = { group: page.group, pages: [page] }
      groups.set(page.group, group)
      entries.push(group)
    }
  }
  return entries.map((e) => (isGroup(e) && e.pages.length === 1 ? e.pages[0] : e))
}
