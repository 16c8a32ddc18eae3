import { MINUTE } from '#core/time/units.ts'
import { useEffect, useState } from 'react'
import { getConfig } from '#contract/config.ts'
import { confirmScreen } from '../../lib/start/wall-screen.ts'
import { useFeedConnection } from '../../lib/start/use-feed.ts'
import { setScheme, useScheme } from '../../lib/start/scheme.ts'
import { call, screen } from '../../lib/client.ts'
import { connectFeed, useFeedStatus } from '../../lib/feed.ts'
import { isNewer, ownBuild } from './build.ts'
import { keepDark } from './settings.ts'

/** How often a wall checks for a new build, ms, since nobody is there to reload it. */
const BUILD_EVERY = 10 * MINUTE
/** How long a reload is announced in advance, ms. */
const NOTICE = 4000
const LOADED = 'forebay-wall-tried'

/** Connection of a wall screen: its token does not expire and is not shared between tabs. */
function useScreenFeed(hydro: string): void {
  useEffect(() => {
    const { token } = screen!
    let open = true
    const link = connectFeed({
      hydro,
      token,
      alone: true,
      // After a refusal the server's answer about the screen decides; without an answer it is called again.
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

/**
 * Keeps the wall connected to the feed, as a screen or as the account that opened it. Never switches between the two.
 */
export const useScreenStream = screen ? useScreenFeed : useFeedConnection

/** Whether the server has another build, so that the page is about to reload. */
export function useNewBuild(): boolean {
  const live = useFeedStatus()?.state === 'live'
  const [coming, setComing] = useState(false)
  useEffect(() => {
    if (!live) return
    const check = async () => {
      const config = await call(getConfig).catch(() => null)
      if (config && isNewer(ownBuild(), config.build, loadedBefore())) {
        keepLoaded(config.build!)
        setComing(true)
      }
    }
    void check()
    const id = setInterval(() => void check(), BUILD_EVERY)
    return () => clearInterval(id)
  }, [live])
  useEffect(() => {
    if (!coming) return
    const id = setTimeout(() => location.reload(), NOTICE)
    return () => clearTimeout(id)
  }, [coming])
  return coming
}

function loadedBefore(): string | null {
  try {
    return sessionStorage.getItem(LOADED)
  } catch {
    // Without storage, a page that comes back unchanged would reload for ever.
    return ownBuild()
  }
}

function keepLoaded(build: string): void {
  try {
    sessionStorage.setItem(LOADED, build)
  } catch {
    // loadedBefore() then answers the present build, so nothing is newer.
  }
}

/** Sets the dark or light theme of the wall, and restores the previous one on leaving. */
export function useDark(dark: boolean): void {
  const [before] = useState(useScheme())
  useEffect(() => {
    setScheme(dark ? 'dark' : 'light')
    keepDark(dark)
  }, [dark])
  useEffect(() => () => setScheme(before), [before])
}

/**
 * held: the screen stays on. refused: the browser does not allow it. missing: the browser lacks it, as over plain
 * http.
 */
export type Awake = 'asking' | 'held' | 'refused' | 'missing'

/** Keeps the screen from turning off, where the browser allows it. */
export function useAwake(): Awake {
  const [awake, setAwake] = useState<Awake>('wakeLock' in navigator ? 'asking' : 'missing')
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let open = true
    const ask = async () => {
      if (document.hidden || (lock && !lock.released)) return
      try {
        const got = await navigator.wakeLock.request('screen')
        if (!open) return void got.release()
        lock = got
        setAwake('held')
        // Released by the system, as on a low battery; a hidden page requests it again once visible.
        got.addEventListener('release', () => open && !document.hidden && setAwake('refused'))
      } catch {
        if (open) setAwake('refused')
      }
    }
    void ask()
    // Hidden pages lose it.
    document.addEventListener('visibilitychange', ask)
    return () => {
      open = false
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])
  return awake
}

export interface FullScreen {
  on: boolean
  /** Whether the browser refused. */
  refused: boolean
  toggle(): void
}

export function useFullScreen(): FullScreen {
  const [on, setOn] = useState(() => document.fullscreenElement !== null)
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    const update = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])
  return {
    on,
    refused,
    toggle() {
      // Older browsers lack the method where it is not allowed.
      const done = document.fullscreenEnabled
        ? on
          ? document.exitFullscreen()
          : document.documentElement.requestFullscreen()
        : Promise.reject(new Error('not allowed'))
      done.then(
        () => setRefused(false),
        () => setRefused(true),
      )
    },
  }
}
