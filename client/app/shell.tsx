import { Drawer } from '@mantine/core'
import { Suspense, useState, type MouseEvent, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { CalculatorKind } from '../features/calculators/menu.ts'
import { useFeedConnection } from '../lib/start/use-feed.ts'
import { load, save } from '../lib/storage.ts'
import { useText } from '../lib/text/index.ts'
import { useProfile } from '../lib/app-state.ts'
import { useLiveQueries } from '../parts/live-data/live.ts'
import { Boundary } from '../ui/boundary/index.ts'
import { PageSkeleton } from '../ui/page/skeleton.tsx'
import { useMedia } from '../ui/use-media.ts'
import { CalculatorDialog } from './calculators.tsx'
import css from './shell.module.css'
import { DiskBanner } from './disk-banner.tsx'
import { OrNotSeen } from './not-seen.tsx'
import { SeenBanner } from './seen-banner.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** Below this width the sidebar becomes a drawer (specification, section 9). */
const DRAWER = '(max-width: 1023px)'
/** From this width on, a panel opens beside its menu item (specification, section 9). */
const ROOM = '(min-width: 1019px)'
/** Below this width the sidebar starts collapsed, to leave room for the chart. */
const NARROW = '(max-width: 1599px)'

/** Moves the focus to the page. Followed as a link it would change the route where that follows the hash. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

/** Frame of the application: top bar, sidebar and the page. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useText()
  const drawer = useMedia(DRAWER)
  const narrow = useMedia(NARROW)
  const [chosen, setChosen] = useState(() => load<'mini' | 'wide'>('sidebar'))
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState<CalculatorKind | null>(null)
  const room = useMedia(ROOM)
  const { pathname } = useLocation()
  const { hydro_code: hydro } = useProfile()
  useFeedConnection(hydro)
  useLiveQueries()
  const mini = chosen ? chosen === 'mini' : narrow

  function toggle() {
    const next = mini ? 'wide' : 'mini'
    save('sidebar', next)
    setChosen(next)
  }

  // A calculator's panel lies beside its menu item, so it closes with the drawer.
  const closeDrawer = () => {
    setOpen(false)
    setShown(null)
  }
  return (
    <div className={css.shell} data-mini={mini || undefined}>
      <a href="#content" className={css.skip} onClick={skip}>
        {t('shell.toContent')}
      </a>
      <TopBar onMenu={drawer ? () => setOpen(true) : undefined} />
      <div className={css.banners}>
        <SeenBanner />
        <DiskBanner />
      </div>
      {drawer ? (
        <Drawer.Root
          opened={open}
          onClose={closeDrawer}
          size={300}
          padding={0}
          classNames={{ content: css.drawer, body: css.drawerBody }}
          transitionProps={{ duration: 120 }}
        >
          <Drawer.Overlay />
          <Drawer.Content aria-label={t('shell.menu')}>
            <Drawer.Body>
              <Sidebar
                mini={false}
                onGo={closeDrawer}
                shown={shown}
                onShow={(kind) => {
                  setShown(kind)
                  // A dialog replaces the drawer; a panel lies beside it.
                  if (!room) setOpen(false)
                }}
              />
            </Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      ) : (
        <aside className={css.side}>
          <Sidebar mini={mini} onToggle={toggle} shown={shown} onShow={setShown} />
        </aside>
      )}
      <CalculatorDialog shown={shown} onClose={() => setShown(null)} />
      <main id="content" className={css.main} tabIndex={-1}>
        {/* Remounted for another reservoir, so that no typed text or drawing carries over. */}
        <Boundary key={`${hydro} ${pathname}`}>
          <OrNotSeen>
            <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
          </OrNotSeen>
        </Boundary>
      </main>
    </div>
  )
}
