import { MINUTE } from '#core/time/units.ts'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { MessageCode } from '#contract/messages.ts'
import type { Subject } from '#contract/subjects.ts'
import { CallError } from './call-error.ts'
import { createCalls } from './call.ts'
import { reportFailures, leaveToPage } from './failures.ts'
import { countRequest } from './loading.ts'
import { loadScreen, screenSession, WALL } from './screen.ts'
import { browserSession } from './session.ts'
import { language } from './text/index.ts'
import { getAppState } from './app-state.ts'

/** The token of a wall screen, on pages that are one. */
export const screen = location.pathname === WALL ? loadScreen() : null

/** The one session, caller and query cache of this page. */
export const session = screen ? screenSession(screen) : browserSession()

export const { call, callWithMeta, download, openStream, upload } = createCalls({
  origin: '',
  fetch: (...a) => fetch(...a),
  session,
  hydro: () => getAppState().profile?.hydro_code ?? '',
  language,
  loading: countRequest,
})

export const queryClient = new QueryClient({
  // Data on the screen stay and are marked as late; only data that never arrived are reported.
  queryCache: new QueryCache({
    onError: (error, query) => {
      // While the server is unreachable the banner says so, once.
      if (getAppState().seen !== null && error instanceof CallError && error.status === 0) return
      if (query.state.data === undefined && !query.meta?.quiet) reportFailures(error, query.meta?.failed)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _given, _before, mutation) => {
      if (mutation.meta?.quiet) leaveToPage(error)
      else reportFailures(error, mutation.meta?.failed)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * MINUTE,
      retry: (count, error) => count < 2 && error instanceof CallError && error.passing,
      retryDelay: (count) => 500 * 2 ** count,
      refetchOnWindowFocus: true,
      // In control rooms browsers often report "offline" while the server is reachable.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

interface Meta extends Record<string, unknown> {
  /** Title of a failure notice, above the reason. */
  failed?: MessageCode
  /** The failure is shown elsewhere, beside what was requested. */
  quiet?: boolean
}

interface QueryMeta extends Meta {
  /** Subjects that the answer is made of. */
  reads?: readonly Subject[]
  /** Whether the browser may store the answer for times without a server. */
  kept?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta
    mutationMeta: Meta
  }
}
