import type { PublicConfig } from '#contract/config.ts'
import type { IconName } from '../ui/icon/index.tsx'

/** An entry of the sidebar that leaves the product: opens in a tab of its own. */
export interface MenuLink {
  key: 'camera' | 'manual'
  href: string
  icon: IconName
}

/** Where our own manual will stand; until it does, only another one can be linked to. */
const OWN_MANUAL = '/manual'

/** Links of the edition: camera and manual belong to LITE, unless a deployment shows the pages of all. */
export function linksOf(
  config: Pick<PublicConfig, 'edition' | 'all_pages' | 'camera_path' | 'manual_url'>,
  /** The camera of the reservoir, where it has one of its own. */
  camera: string | null = null,
): MenuLink[] {
  if (config.edition !== 'LITE' && !config.all_pages) return []
  const links: MenuLink[] = []
  const href = camera ?? config.camera_path
  if (href) links.push({ key: 'camera', href, icon: 'camera' })
  if (config.manual_url && config.manual_url !== OWN_MANUAL)
    links.push({ key: 'manual', href: config.manual_url, icon: 'book' })
  return links
}
