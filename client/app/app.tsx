import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, lazy, useEffect, type ReactNode } from 'react'
import { BrowserRouter, Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { queryClient } from '../lib/client.ts'
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

/** Redirects to the page the user came for, or to the first that the account may open. */
function First({ here = false }: { here?: boolean }) {
  const { profile, config } = useAppState()
  const state = useLocation().state as { from?: string } | null
  if (!profile || !config) return <Navigate to="/account/login" replace />
  const open = permitted(profile, config)
  // Who was led away from a page of a reservoir stays at that reservoir.
  const first = (here ? open.find((p) => !p.several) : undefined) ?? open[0]
  if (!first) return <NoPermission />
  return <Navigate to={state?.from ?? first.path} replace />
}

/** Reports that the account may not open this page, and shows the first one that it may open. */
function Refused({ title }: { title: TextKey }) {
  useEffect(() => notice('info', t('error.noPermissionTo', { page: t(title) })), [title])
  return <First here />
}

function Guarded() {
  const { profile, left } = useAppState()
  const { pathname, search, hash } = useLocation()
  if (profile?.hydro_code === '') return <Founding account={<AccountMenu>{null}</AccountMenu>} />
  if (profile) return <Shell children={<Outlet />} />
  const from = left || pathname === '/' ? undefined : pathname + search + hash
  return <Navigate to="/account/login" replace state={{ from }} />
}

/** Pages for signed-out users; a signed-in account is sent on. */
function Open({ children }: { children: ReactNode }) {
  return useAppState().profile ? <First /> : children
}

function Content() {
  const { phase, profile, config } = useAppState()
  useLanguage()
  if (phase === 'unreachable') return <Unreachable />
  if (phase === 'starting') return null
  const permittedPages = profile && config ? permitted(profile, config) : []
  return (
    <BrowserRouter>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/account" element={<Navigate to="/account/login" replace />} />
          <Route path="/account/login" element={<Open children={<Login />} />} />
          <Route path="/account/register" element={<Open children={<Register />} />} />
          <Route path="/account/forgot-password" element={<Forgot />} />
          {/* Pairing page of a wall screen: outside the shell, open to anyone. */}
          <Route path={WALL} element={<Wall />} />
          <Route element={<Guarded />}>
            <Route path="/" element={<First />} />
            {framed.map((p) => (
              <Route
                key={p.path}
                path={p.path}
                element={permittedPages.includes(p) ? <p.page /> : <Refused title={p.title} />}
              />
            ))}
            <Route path="*" element={<NotFound />} />
          </Route>
        </Routes>
      </Suspense>
    </BrowserRouter>
  )
}

export function App() {
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
          <Content />
        </QueryClientProvider>
      </Boundary>
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
    </MantineProvider>
  )
}
