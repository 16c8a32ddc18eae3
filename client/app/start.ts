import { getConfig, type PublicConfig } from '#contract/config.ts'
import { me, type Profile } from '#contract/auth.ts'
import { decode } from '../lib/access-token.ts'
import { CallError } from '../lib/call-error.ts'
import { call, queryClient, session } from '../lib/client.ts'
import { CHECK_EVERY } from '../lib/session.ts'
import { onFailure, watchForgotten } from '../lib/failures.ts'
import { forgetAllBut, load, save } from '../lib/storage.ts'
import { setLanguage, type Language } from '../lib/text/index.ts'
import { getWho, setWho } from '../lib/who.ts'
import { lastingChoices, loadChoice, startingWith, type Scheme } from './choices.ts'
import { setScheme } from './scheme.ts'

const AGAIN = 3000
/** How often a tab looks at the clock, ms, to notice that the machine has slept. */
const BEAT = 20_000

/** The language and theme that an account, or nobody yet, finds. */
export function applyChoices(config: PublicConfig, profile: Profile | null): void {
  const { language, scheme } = startingWith(config, profile?.expert ?? null, {
    language: loadChoice<Language>('language'),
    theme: loadChoice<Scheme>('theme'),
  })
  setLanguage(language)
  setScheme(scheme)
}

/** A session begins: by signing in, or found at the start. */
export function enter(profile: Profile): void {
  const { config, profile: before, left } = getWho()
  // Asked again and the same: nothing is drawn anew.
  if (!left && JSON.stringify(before) === JSON.stringify(profile)) return
  save('user', profile)
  if (config) applyChoices(config, profile)
  setWho({ profile, left: false })
}

/** A session is over: what belonged to it goes from this tab. */
function leave(): void {
  forgetAllBut(lastingChoices())
  queryClient.clear()
  const { config } = getWho()
  if (config) applyChoices(config, null)
  setWho({ profile: null })
}

/** Signs out because the person wants to. */
export function signOut(): void {
  setWho({ left: true })
  void session.out()
}

async function findAccount(): Promise<Profile | null> {
  const held = await session.start()
  if (!held) return null
  const known = load<Profile>('user')
  const asking = call(me)
  if (!known || known.account_id !== decode(held.token)?.sub) return asking
  // The account is known from before: show it now, correct it when the server has answered.
  asking.then(enter).catch(() => undefined)
  return known
}

/** Reads the configuration and looks for a session; repeats until the server answers. */
export async function start(): Promise<void> {
  try {
    const [config, profile] = await Promise.all([
      call(getConfig),
      findAccount().catch((e: unknown) => {
        if (e instanceof CallError && !e.passing) return null
        throw e
      }),
    ])
    document.documentElement.dataset.edition = config.edition
    if (!profile) forgetAllBut(lastingChoices())
    applyChoices(config, profile)
    setWho({ phase: 'ready', config, profile })
    if (profile) save('user', profile)
  } catch {
    setWho({ phase: 'unreachable' })
    setTimeout(() => void start(), AGAIN)
  }
}

/** Asks again who is signed in and what they may: an administrator may have changed it. */
export async function renewProfile(): Promise<void> {
  try {
    enter(await call(me))
  } catch (e) {
    const { profile } = getWho()
    // The role at this reservoir was taken away: the server says which one is left.
    if (!profile || !(e instanceof CallError) || profile.hydro_code === '') return
    if (e.code !== 'reservoir_forbidden' && e.code !== 'unknown_hydro') return
    setWho({ profile: { ...profile, hydro_code: '' } })
    await call(me).then(enter, () => session.out())
  }
}

async function check(): Promise<void> {
  if (!getWho().profile) return
  try {
    if (!(await session.check())) await session.out()
    else await renewProfile()
  } catch {
    // No answer: the next check, or the next call, asks again.
  }
}

/** Runs at most once in a while, however many events call for it. */
function seldom(act: () => void, least: number): () => void {
  let last = -Infinity
  return () => {
    if (performance.now() - last < least) return
    last = performance.now()
    act()
  }
}

/** What runs as long as the page is open. */
export function watchSession(): void {
  watchForgotten()
  session.onChange((change) => {
    const { phase, profile } = getWho()
    if (change === 'out') {
      if (profile) leave()
      return
    }
    const held = session.held()
    const other = profile !== null && held !== null && decode(held.token)?.sub !== profile.account_id
    // Somebody else signed in in another tab: nothing of the account before them stays.
    if (other) leave()
    if (phase === 'ready' && (other || !profile)) void call(me).then(enter, () => undefined)
  })
  setInterval(() => void check(), CHECK_EVERY)
  const wake = seldom(() => void check(), BEAT / 4)
  for (const event of ['online', 'focus', 'pageshow']) addEventListener(event, wake)
  document.addEventListener('visibilitychange', () => document.hidden || wake())
  // A lid that was shut stops timers, and not every system says that it was opened.
  let beat = Date.now()
  setInterval(() => {
    if (Date.now() - beat > 3 * BEAT) wake()
    beat = Date.now()
  }, BEAT)
  // A refusal often means that the role has changed: the menu follows.
  const renew = seldom(() => void renewProfile(), BEAT / 4)
  onFailure((error) => {
    if (error instanceof CallError && error.status === 403 && getWho().profile) renew()
  })
}
