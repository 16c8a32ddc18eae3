import { getConfig, type PublicConfig } from '#contract/config.ts'
import { me, type Profile } from '#contract/auth.ts'
import { decode } from '../access-token.ts'
import { CallError } from '../call-error.ts'
import { call, queryClient, session } from '../client.ts'
import { CHECK_EVERY } from '../session.ts'
import { onFailure, watchForgotten } from '../failures.ts'
import { feed } from '../feed.ts'
import { notice } from '../notice.ts'
import { forgetAllBut, load, save } from '../storage.ts'
import { messageText, t, type Language } from '../text/index.ts'
import { setLanguage } from '../text/load.ts'
import { getAppState, setAppState } from '../app-state.ts'
import { recall, seenOf, wipeSeen } from './last-seen.ts'
import { lastingChoices, loadChoice, startingWith, wallLanguage, type Scheme } from './choices.ts'
import { PLACES, forgetPlaceOfTab, keepPlace, placeOf } from './last-reservoir.ts'
import { setScheme } from './scheme.ts'

const AGAIN = 3000
/** How often a tab checks the clock, ms, to notice that the machine was asleep. */
const BEAT = 20_000

/** Applies the language and theme of an account, or of nobody yet. */
function applyChoices(config: PublicConfig, profile: Profile | null): Promise<void> {
  const { language, scheme } = startingWith(config, profile?.expert ?? null, {
    language: loadChoice<Language>('language'),
    theme: loadChoice<Scheme>('theme'),
  })
  setScheme(scheme)
  return setLanguage(wallLanguage() ?? language)
}

/** Begins or continues a session: after sign-in, at the start, or at another reservoir. */
function enter(profile: Profile): void {
  const { config, profile: before, left } = getAppState()
  // Unchanged: nothing is rendered again.
  if (!left && JSON.stringify(before) === JSON.stringify(profile)) return
  if (before && before.hydro_code !== profile.hydro_code) forgetReadings()
  else if (before?.permissions.some((p) => !profile.permissions.includes(p))) forgetRefused()
  save('user', profile)
  if (config) void applyChoices(config, profile)
  setAppState({ profile, left: false })
}

/** Clears all data: figures of one reservoir must never appear under the name of another. */
function forgetReadings(): void {
  queryClient.clear()
  feed.clear()
}

/** Clears the data after a permission was removed, and refetches the rest. */
function forgetRefused(): void {
  void queryClient.resetQueries()
  void wipeSeen()
}

/** Clears this tab when its session ends. */
function leave(): void {
  forgetAllBut([...lastingChoices(), PLACES])
  forgetPlaceOfTab()
  queryClient.clear()
  void wipeSeen()
  const { config } = getAppState()
  if (config) void applyChoices(config, null)
  setAppState({ profile: null, seen: null })
}

/** Signs out on request. */
export function signOut(): void {
  setAppState({ left: true })
  void session.out()
}

/** Counts the tab's moves between reservoirs, so that an answer from before a move is not applied after it. */
let moves = 0

/**
 * Reads the profile of the account at this tab's reservoir, or at an accessible one if that is not accessible any
 * more.
 */
async function ask(): Promise<Profile> {
  const { profile } = getAppState()
  const hydro = profile?.hydro_code ?? placeOf(holder() ?? '') ?? ''
  try {
    return await call(me, { hydro })
  } catch (e) {
    const gone = e instanceof CallError && (e.code === 'reservoir_forbidden' || e.code === 'unknown_hydro')
    if (!gone || hydro === '') throw e
    return call(me, { hydro: '' })
  }
}

const { holder } = session

/** Enters after a manual sign-in, at the reservoir that the account viewed last. */
export async function arrive(profile: Profile): Promise<void> {
  const place = placeOf(profile.account_id)
  const elsewhere = place !== profile.hydro_code && profile.reservoirs.some((r) => r.hydro_code === place)
  enter(elsewhere ? await call(me, { hydro: place! }).catch(() => profile) : profile)
}

/** Moves to another reservoir, with the account's role there. @throws CallError */
export async function moveTo(hydro: string): Promise<void> {
  const move = ++moves
  const profile = await call(me, { hydro })
  if (move !== moves || getAppState().profile?.account_id !== profile.account_id) return
  keepPlace(profile.account_id, hydro)
  enter(profile)
}

/** Reads the configuration and restores a session; repeats until the server answers. */
export async function start(): Promise<void> {
  try {
    const [config, found] = await Promise.all([
      call(getConfig),
      findAccount().catch((e: unknown) => {
        if (e instanceof CallError && !e.passing) return null
        throw e
      }),
    ])
    document.documentElement.dataset.edition = config.edition
    const profile = found?.profile ?? null
    if (!profile) {
      forgetAllBut([...lastingChoices(), PLACES])
      void wipeSeen()
    }
    await applyChoices(config, profile)
    const copy = getAppState().seen !== null
    setAppState({ phase: 'ready', config, profile, seen: null })
    if (copy) void queryClient.invalidateQueries()
    if (profile) save('user', profile)
    // Only once the page is rendered: a faster answer must not be overwritten.
    if (found?.asking) void listening(found.asking)
  } catch {
    if (getAppState().seen === null && !(await showSeen())) setAppState({ phase: 'unreachable' })
    setTimeout(() => void start(), AGAIN)
  }
}

/** Without a server: shows this browser's account its last copy, if its session has not ended. */
async function showSeen(): Promise<boolean> {
  if (!session.lasts()) {
    void wipeSeen()
    return false
  }
  const account = holder() ?? load<Profile>('user')?.account_id
  const seen = account ? await seenOf(account) : null
  if (!seen) return false
  document.documentElement.dataset.edition = seen.config.edition
  await applyChoices(seen.config, seen.profile)
  recall(seen)
  setAppState({ phase: 'ready', config: seen.config, profile: seen.profile, seen: seen.at })
  return true
}

/** The account of the session. A stored profile is shown at once, and corrected by the answer of `asking`. */
async function findAccount(): Promise<{ profile: Profile; asking?: Promise<Profile> } | null> {
  const access = await session.start()
  if (!access) return null
  const known = load<Profile>('user')
  const asking = ask()
  const account = holder()
  // Another tab may have stored the profile of another reservoir.
  const same =
    known?.account_id === account && (placeOf(account ?? '') ?? known?.hydro_code) === known?.hydro_code
  if (!known || !same) return { profile: await asking }
  asking.catch(() => undefined)
  return { profile: known, asking }
}

/** Applies an answer about the signed-in account; reports when it may no longer see the page's reservoir. */
function listenFor(profile: Profile): void {
  const { profile: before } = getAppState()
  const { account_id: account, hydro_code: here } = profile
  if (before && before.account_id === account && before.hydro_code !== here) {
    if (placeOf(account) !== null) keepPlace(account, here)
    // Before the first reservoir was set up there was none to lose.
    if (before.hydro_code !== '')
      notice('failed', t('reservoirs.lost', { from: nameHere(before), to: nameHere(profile) }))
  }
  enter(profile)
}

function nameHere({ reservoirs, hydro_code: here }: Profile): string {
  return reservoirs.find((r) => r.hydro_code === here)?.hydro_name ?? here
}

/** Reads the profile and permissions again: an administrator may have changed them. */
export function renewProfile(): Promise<void> {
  return listening(ask())
}

/** Applies an answer, unless the tab has moved or another account has signed in meanwhile. */
async function listening(asking: Promise<Profile>): Promise<void> {
  const at = moves
  try {
    const profile = await asking
    if (at === moves && holder() === profile.account_id) listenFor(profile)
  } catch {
    // An ended session is handled by its 401; without an answer the next check retries.
  }
}

async function check(): Promise<void> {
  if (!getAppState().profile) return
  try {
    if (!(await session.check())) await session.out()
    else await renewProfile()
  } catch {
    // No answer: the next check or call retries.
  }
}

/** Runs at most once per interval, however many events request it. */
function seldom(act: () => void, least: number): () => void {
  let last = -Infinity
  return () => {
    if (performance.now() - last < least) return
    last = performance.now()
    act()
  }
}

/** Starts what runs while the page is open. */
export function watchSession(): void {
  watchForgotten()
  session.onChange((change) => {
    const { phase, profile } = getAppState()
    if (change === 'out') {
      // After an involuntary sign-out, says why sign-in is shown.
      if (profile && !getAppState().left) notice('info', messageText('please_authenticate'))
      if (profile) leave()
      return
    }
    const access = session.current()
    const other = profile !== null && access !== null && decode(access.token)?.sub !== profile.account_id
    // Somebody else signed in in another tab: nothing of the previous account remains.
    if (other) leave()
    if (phase === 'ready' && (other || !profile)) void renewProfile()
  })
  setInterval(() => void check(), CHECK_EVERY)
  const wake = seldom(() => void check(), BEAT / 4)
  for (const event of ['online', 'focus', 'pageshow']) addEventListener(event, wake)
  document.addEventListener('visibilitychange', () => document.hidden || wake())
  // Closing the lid stops timers, and not every system reports waking up.
  let beat = Date.now()
  setInterval(() => {
    if (Date.now() - beat > 3 * BEAT) wake()
    beat = Date.now()
  }, BEAT)
  // A refusal often means that the role has changed: the menu follows.
  const renew = seldom(() => void renewProfile(), BEAT / 4)
  onFailure((error) => {
    if (error instanceof CallError && error.status === 403 && getAppState().profile) renew()
  })
}
