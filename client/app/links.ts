import { OWN_PATH } from '#contract/pages.ts'
import type { PublicConfig } from '#contract/config.ts'
import type { IconName } from '../ui/icon/index.tsx'

/** An entry of the sidebar that opens in another tab. */
interface MenuLink {
  key: 'camera' | 'manual'
  href: string
  icon: IconName
}

/** Address of our own manual; until there is one, only another one can be linked to. */
const OWN_MANUAL = '/manual'

/** Where our own page shows the camera, whose address may carry a password and is known to the server only. */
export const CAMERA = '/dashboard?panel=camera'

/** Links of the edition: camera and manual belong to LITE, unless a deployment shows the pages of all. */
export function linksOf(
  config: Pick<PublicConfig, 'edition' | 'all_pages' | 'camera' | 'manual_url'>,
  /** The camera of the reservoir, where it has one. */
  own: string | null = null,
): MenuLink[] {
  if (config.edition !== 'LITE' && !config.all_pages) return []
  const links: MenuLink[] = []
  // A page on our own origin is opened itself; pictures are shown by ours.
  if (own !== null || config.camera)
    links.push({ key: 'camera', href: own !== null && OWN_PATH.test(own) ? own : CAMERA, icon: 'camera' })
  if (config.manual_url && config.manual_url !== OWN_MANUAL)
    links.push({ key: 'manual', href: config.manual_url, icon: 'book' })
  return links
}
