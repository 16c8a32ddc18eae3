import { useCallback, useEffect } from 'react'
import { session } from '../client.ts'
import { connectFeed, type FeedLink } from '../feed.ts'
import { useAppState } from '../app-state.ts'
import { renewProfile } from './signed-in.ts'

const AGAIN = 5000

/** Opens a stream with a token; onRefused gets another one and calls setToken, or ends the session. */
type OpenStream = (token: string, onRefused: (token: string, code: string) => void) => FeedLink

/** Connects this tab to the feed of a reservoir while the session is valid. */
export function useFeedConnection(hydro: string): void {
  useStream(useCallback((token, onRefused) => connectFeed({ hydro, token, onRefused }), [hydro]))
}

/** Keeps a stream open while the session is valid; another `connect` is another stream. */
export function useStream(connect: OpenStream): void {
  // A page opened without a server may have started without a token.
  const away = useAppState().seen !== null
  useEffect(() => {
    const access = session.current()
    if (!access) return
    let open = true
    const link = connect(access.token, (t, c) => void renew(t, c))

    async function renew(token: string, code: string) {
      try {
        const next = code === 'token_expired' ? await session.refresh(token) : await confirm()
        if (!open) return
        if (next) link.setToken(next.token)
        else await session.out()
      } catch {
        setTimeout(() => open && void renew(token, code), AGAIN)
      }
    }
    /** Checks the session by any call, when the stream ended for a reason other than expiry. */
    async function confirm() {
      await renewProfile()
      return session.current()
    }

    const stop = session.onChange((change) => {
      const now = session.current()
      if (change === 'token' && now) link.setToken(now.token)
    })
    const wake = () => document.hidden || link.retry()
    addEventListener('online', link.retry)
    document.addEventListener('visibilitychange', wake)
    return () => {
      open = false
      stop()
      removeEventListener('online', link.retry)
      document.removeEventListener('visibilitychange', wake)
      link.close()
    }
  }, [connect, away])
}
