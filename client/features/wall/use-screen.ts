import { useEffect, useState } from 'react'
import { getConfig } from '#contract/config.ts'
import { confirmScreen } from '../../app/start-screen.ts'
import { useFeedConnection } from '../../app/use-feed.ts'
import { setScheme, useScheme } from '../../app/scheme.ts'
import { call, screen } from '../../lib/client.ts'
import { connectFeed, useFeedStatus } from '../../lib/feed.ts'
import { isNewer, ownBuild } from './build.ts'
import { keepDark } from './settings.ts'

/** How often a wall asks which build is served, ms: nobody comes by to reload it. */
const BUILD_EVERY = 10 * 60_000
/** What is about to happen is said for so long before it does, ms. */
const NOTICE = 4000
const TRIED = 'forebay-wall-tried'

/** A wall screen's own line: its token neither ends nor is shared with what other tabs hold. */
function useScreenFeed(hydro: string): void {
  useEffect(() => {
    const { token } = screen!
    let open = true
    const link = connectFeed({
      hydro,
      token,
      alone: true,
      // Refused: what the server says of the screen decides, and without an answer it is asked again.
      onRefused: () =>
        void confirmScreen().then((may) => {
          if (open && may) link.setToken(token)
        }),
    })
    const wake = () => document.hidden || link.retry()
    addEventListener('online', link.retry)
    document.addEventListener('visibilitychange', wake)
    return () => {
      open = false
      removeEventListener('online', link.retry)
      document.removeEventListener('visibilitychange', wake)
      link.close()
    }
  }, [hydro])
}

/** Keeps the wall on the feed: as a screen, or as the account that opened it. Which of them never changes. */
export const useWallFeed = screen ? useScreenFeed : useFeedConnection

/** Whether another build is served: then the page is about to load itself anew. */
export function useNewBuild(): boolean {
  const live = useFeedStatus()?.state === 'live'
  const [coming, setComing] = useState(false)
  useEffect(() => {
    if (!live) return
    const look = async () => {
      const config = await call(getConfig).catch(() => null)
      if (config && isNewer(ownBuild(), config.build, tried())) {
        keepTried(config.build!)
        setComing(true)
      }
    }
    void look()
    const id = setInterval(() => void look(), BUILD_EVERY)
    return () => clearInterval(id)
  }, [live])
  useEffect(() => {
    if (!coming) return
    const id = setTimeout(() => location.reload(), NOTICE)
    return () => clearTimeout(id)
  }, [coming])
  return coming
}

function tried(): string | null {
  try {
    return sessionStorage.getItem(TRIED)
  } catch {
    // Without a memory a page that comes back the same would be loaded for ever.
    return ownBuild()
  }
}

function keepTried(build: string): void {
  try {
    sessionStorage.setItem(TRIED, build)
  } catch {
    // Then tried() says that nothing is newer than what is here.
  }
}

/** Dark or light as the wall wants it, and as it was before once it is left. */
export function useDark(dark: boolean): void {
  const [before] = useState(useScheme())
  useEffect(() => {
    setScheme(dark ? 'dark' : 'light')
    keepDark(dark)
  }, [dark])
  useEffect(() => () => setScheme(before), [before])
}

/** Keeps the machine from turning its screen off, where the browser allows it. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let open = true
    const ask = async () => {
      if (!('wakeLock' in navigator) || document.hidden || (lock && !lock.released)) return
      try {
        const got = await navigator.wakeLock.request('screen')
        if (open) lock = got
        else void got.release()
      } catch {
        // Not allowed (battery, plain http): the machine's own settings hold.
      }
    }
    void ask()
    // A page that was hidden has lost it.
    document.addEventListener('visibilitychange', ask)
    return () => {
      open = false
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])
}

export interface FullScreen {
  possible: boolean
  on: boolean
  toggle(): void
}

export function useFullScreen(): FullScreen {
  const [on, setOn] = useState(() => document.fullscreenElement !== null)
  useEffect(() => {
    const hear = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', hear)
    return () => document.removeEventListener('fullscreenchange', hear)
  }, [])
  return {
    possible: document.fullscreenEnabled,
    on,
    toggle() {
      const done = on ? document.exitFullscreen() : document.documentElement.requestFullscreen()
      // Not by a person's own press: then it stays as it is.
      done.catch(() => undefined)
    },
  }
}
