import { OWN_PATH } from '#contract/pages.ts'
import type { PublicConfig } from '#contract/config.ts'
import type { IconName } from '../ui/icon/index.tsx'

/** A sidebar entry that opens in another tab. */
interface MenuLink {
  key: 'camera' | 'manual'
  href: string
  icon: IconName
}

/** Address reserved for our own manual; until it exists, only an external one is linked. */
const OWN_MANUAL = '/manual'

/** Page that shows the camera: its address may contain a password, so only the server knows it. */
export const CAMERA = '/dashboard?panel=camera'

/** External links of the edition: camera and manual belong to LITE, unless the deployment shows all pages. */
export function linksOf(
  config: Pick<PublicConfig, 'edition' | 'all_pages' | 'camera' | 'manual_url'>,
  /** Link to the reservoir's camera, if it has one. */
  own: string | null = null,
): MenuLink[] {
  if (config.edition !== 'LITE' && !config.all_pages) return []
  const links: MenuLink[] = []
  // A page on our own origin opens directly; an external camera is shown on our page.
  if (own !== null || config.camera)
    links.push({ key: 'camera', href: own !== null && OWN_PATH.test(own) ? own : CAMERA, icon: 'camera' })
  if (config.manual_url && config.manual_url !== OWN_MANUAL)
    links.push({ key: 'manual', href: config.manual_url, icon: 'book' })
  return links
}
