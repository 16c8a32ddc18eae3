import { getConfig } from '#contract/config.ts'
import type { Profile } from '#contract/auth.ts'
import { getWallScreen, type WallPlace } from '#contract/wall.ts'
import { CallError } from '../call-error.ts'
import { call, queryClient, session } from '../client.ts'
import { watchForgotten } from '../failures.ts'
import { feed } from '../feed.ts'
import { forgetScreen } from '../screen.ts'
import { getAppState, setAppState } from '../app-state.ts'
import { recall, seenOf, wipeSeen } from './last-seen.ts'

const AGAIN = 3000
/** Delay before retrying a token that the server does not know: the database may be being restored. */
const AGAIN_UNKNOWN = 30_000

/** Why the screen shows nothing, in the server's words. */
let refusal: string | null = null
const listeners = new Set<() => void>()
export const screenRefusal = (): string | null => refusal
export function onRefusal(hear: () => void): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}
function report(words: string | null): void {
  refusal = words
  listeners.forEach((l) => l())
}

/** A screen as an account: it may view, and nothing else. */
function profileOf(place: WallPlace): Profile {
  const { hydro_code, hydro_name, time_zone } = place
  return {
    account_id: `screen:${place.screen_id}`,
    account_code: '',
    username: place.name,
    full_name: place.name,
    email: null,
    role: '',
    level: Number.MAX_SAFE_INTEGER,
    avatar: null,
    expert: false,
    permissions: place.permissions,
    hydro_code,
    reservoirs: [{ hydro_code, hydro_name, time_zone }],
  }
}

/** Reads the configuration and the screen's profile; repeats until the server answers. */
export async function startScreen(): Promise<void> {
  try {
    const config = await call(getConfig)
    document.documentElement.dataset.edition = config.edition
    setAppState({ config })
    const place = await call(getWallScreen)
    if (!place) throw new CallError({ status: 401, code: 'token_invalid', message: 'token_invalid' })
    report(null)
    const copy = getAppState().seen !== null
    setAppState({ phase: 'ready', profile: profileOf(place), seen: null })
    if (copy) void queryClient.invalidateQueries()
  } catch (e) {
    if (e instanceof CallError && e.status === 401) return refused(e)
    if (getAppState().seen === null && !(await showSeen())) setAppState({ phase: 'unreachable' })
    setTimeout(() => void startScreen(), AGAIN)
  }
}

/** Clears the screen when it may not show anything (any more), and shows the reason. */
function refused({ code, message }: CallError): void {
  queryClient.clear()
  feed.clear()
  setAppState({ phase: 'ready', profile: null, seen: null })
  report(message)
  // Revocation is final; anything else may pass, and nobody is at a wall to sign in again.
  if (code === 'wall_revoked') {
    forgetScreen()
    void wipeSeen()
  } else setTimeout(() => void startScreen(), AGAIN_UNKNOWN)
}

/** Without a server: shows what this screen showed last. */
async function showSeen(): Promise<boolean> {
  const seen = await seenOf(session.holder() ?? '')
  if (!seen) return false
  document.documentElement.dataset.edition = seen.config.edition
  recall(seen)
  setAppState({ phase: 'ready', config: seen.config, profile: seen.profile, seen: seen.at })
  return true
}

let asking: Promise<boolean> | null = null

/** Checks whether the screen may still watch, and why not. Without an answer nothing changes. */
export function confirmScreen(): Promise<boolean> {
  asking ??= call(getWallScreen)
    .then(
      () => true,
      (e: unknown) => {
        if (!(e instanceof CallError) || e.status !== 401) return true
        if (getAppState().profile) refused(e)
        return false
      },
    )
    .finally(() => (asking = null))
  return asking
}

/** Starts what runs while the screen is on. */
export function watchScreen(): void {
  watchForgotten()
  // A call was refused: the reason is read from the profile's own answer.
  session.onChange((change) => {
    if (change === 'out' && getAppState().profile) void confirmScreen()
  })
}
