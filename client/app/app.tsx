import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, lazy, useEffect, type ReactNode } from 'react'
import {
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  type BrowserRouter,
  type HashRouter,
} from 'react-router'
import { queryClient } from '../lib/client.ts'
import { placeOfRoute, presentEntry, returnTo, routeIn, signInFor } from '../lib/entry.ts'
import { notice, firstNotice } from '../lib/notice.ts'
import { WALL } from '../lib/screen.ts'
import { useScheme } from '../lib/start/scheme.ts'
import { t, useLanguage, type TextKey } from '../lib/text/index.ts'
import { lazyWith } from '../lib/text/load.ts'
import { useAppState } from '../lib/app-state.ts'
import { Boundary } from '../ui/boundary/index.ts'
import { AccountMenu } from './account-menu.tsx'
import { LoadingBar } from './loading-bar.tsx'
import { NoPermission, NotFound, Unreachable } from './plain.tsx'
import { pages, permitted } from './routes.tsx'
import { Shell } from './shell.tsx'
import { cssVariables, theme } from './theme.ts'

const Login = lazy(() => import('../features/sign-in/index.tsx').then((m) => ({ default: m.Login })))
const Register = lazyWith('more', () =>
  import('../features/sign-in/others.tsx').then((m) => ({ default: m.Register })),
)
const Forgot = lazyWith('more', () =>
  import('../features/sign-in/others.tsx').then((m) => ({ default: m.Forgot })),
)
const Wall = lazyWith('more', () => import('../features/wall/index.tsx'))
const Founding = lazyWith('more', () =>
  import('../features/setup/founding.tsx').then((m) => ({ default: m.Founding })),
)
const Notices = lazy(noticesLater)

/** The wall screen has neither menu nor top bar. */
const framed = pages.filter((p) => p.path !== WALL)

const soon = () => new Promise<void>((done) => setTimeout(done, 3000))

/** Loads the notices after the figures, or with the first notice; retries until it succeeds. */
async function noticesLater(): Promise<typeof import('./notices.tsx')> {
  await Promise.race([soon(), firstNotice])
  for (;;) {
    try {
      return await import('./notices.tsx')
    } catch {
      await soon()
    }
  }
}

/** Redirects to an address, which another entry may have. */
function Go({ to, state }: { to: string; state?: object }) {
  const route = routeIn(presentEntry(), to)
  useEffect(() => {
    if (route === null) location.replace(to)
  }, [route, to])
  return route === null ? null : <Navigate to={route} replace state={state} />
}

/** Redirects to sign-in, which leads back to `from`. */
function ToSignIn({ from }: { from?: string }) {
  const main = presentEntry() === 'main'
  return main ? <Go to="/account/login" state={{ from }} /> : <Go to={signInFor(from)} />
}

/** Redirects to the page the user came for, or to the first of this entry that the account may open, or of another. */
function First({ here = false }: { here?: boolean }) {
  const { profile, config } = useAppState()
  const state = useLocation().state as { from?: string } | null
  if (!profile || !config) return <ToSignIn />
  const all = permitted(profile, config)
  const own = all.filter((p) => routeIn(presentEntry(), p.path) !== null)
  const open = own.length > 0 ? own : all
  // Who was led away from a page of a reservoir stays at that reservoir.
  const first = (here ? open.find((p) => !p.several) : undefined) ?? open[0]
  if (!first) return <NoPermission />
  return <Go to={state?.from ?? first.path} />
}

/** Reports that the account may not open this page, and shows the first one that it may open. */
function Refused({ title }: { title: TextKey }) {
  useEffect(() => notice('info', t('error.noPermissionTo', { page: t(title) })), [title])
  return <First here />
}

function Guarded() {
  const { profile, left } = useAppState()
  const { pathname, search, hash } = useLocation()
  const entry = presentEntry()
  if (profile?.hydro_code === '') {
    if (entry !== 'main') return <Go to="/setup" />
    return <Founding account={<AccountMenu>{null}</AccountMenu>} />
  }
  if (profile) return <Shell children={<Outlet />} />
  const from = left || pathname === '/' ? undefined : placeOfRoute(entry, pathname + search + hash)
  return <ToSignIn from={from} />
}

/** Pages for signed-out users; a signed-in account is sent on. */
function Open({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const { profile } = useAppState()
  const from = returnTo(search)
  // Kept where the pages of sign-in keep it, and out of the address.
  if (from !== null) return <Navigate to={pathname} replace state={{ from }} />
  return profile ? <First /> : children
}

interface Props {
  /** Whether routes are paths or follow the hash. */
  Router: typeof BrowserRouter | typeof HashRouter
}

function Content({ Router }: Props) {
  const { phase, profile, config } = useAppState()
  useLanguage()
  if (phase === 'unreachable') return <Unreachable />
  if (phase === 'starting') return null
  const permittedPages = profile && config ? permitted(profile, config) : []
  const entry = presentEntry()
  return (
    <Router>
      <Suspense fallback={null}>
        <Routes>
          {entry === 'main' && (
            <>
              <Route path="/account" element={<Navigate to="/account/login" replace />} />
              <Route path="/account/login" element={<Open children={<Login />} />} />
              <Route path="/account/register" element={<Open children={<Register />} />} />
              <Route path="/account/forgot-password" element={<Forgot />} />
              {/* Pairing page of a wall screen: outside the shell, open to anyone. */}
              <Route path={WALL} element={<Wall />} />
            </>
          )}
          <Route element={<Guarded />}>
            <Route path="/" element={<First />} />
            {framed.map((p) => {
              const route = routeIn(entry, p.path)
              if (route === null) return null
              // A notice would not survive the way back to the main entry: there the page itself says so.
              const refused = entry === 'main' ? <Refused title={p.title} /> : <NoPermission />
              const element = permittedPages.includes(p) ? <p.page /> : refused
              return <Route key={p.path} path={route} element={element} />
            })}
            <Route path="*" element={<NotFound />} />
          </Route>
        </Routes>
      </Suspense>
    </Router>
  )
}

/** The program: what it shows of an entry follows from the document (client/lib/entry.ts). */
export function App({ Router }: Props) {
  const scheme = useScheme()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={scheme}
      defaultColorScheme={scheme}
    >
      <LoadingBar />
      <Boundary>
        <QueryClientProvider client={queryClient}>
          <Content Router={Router} />
        </QueryClientProvider>
      </Boundary>
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
    </MantineProvider>
  )
}
