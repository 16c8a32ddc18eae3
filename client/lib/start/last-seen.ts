import { createStore, del, delMany, get, getMany, promisifyRequest, set, type UseStore } from 'idb-keyval'
import { dehydrate, hydrate, type DehydratedState } from '@tanstack/react-query'
import type { Profile } from '#contract/auth.ts'
import type { PublicConfig } from '#contract/config.ts'
import { getIndicators } from '#contract/dashboard.ts'
import type { LastValue } from '#contract/feed.ts'
import { queryClient, screen } from '../client.ts'
import { serverNow } from '../clock.ts'
import { feed } from '../feed.ts'
import { endpointName } from '../query-key.ts'
import { getAppState } from '../app-state.ts'

/**
 * Copy of what an account saw last, stored in this browser for times without a server. Holds one account's data at a
 * time: wiped when that account signs out or its session ends, and never shown to another.
 */
interface Seen {
  /** Id of this copy, so that its time, stored separately, is not matched with another tab's copy. */
  id: string
  /** Build that wrote it: another may misread it. */
  build: string
  account: string
  /** When the server last answered, epoch ms by its clock. */
  at: number
  config: PublicConfig
  profile: Profile
  queries: DehydratedState
  last: LastValue[]
}

const FIGURES = endpointName(getIndicators)
/** Largest answer that is stored, characters (ten years on a chart are thinned to a tenth of it). */
const LONGEST = 2_000_000
const EVERY = 10_000
/** Delays of the first copies: after the figures, and after what follows them. */
const FIRST = [1000, 3000]
/** Key of a wall screen's copy: an account signing out in the same browser removes only its own. */
const KEY = screen ? 'seen-screen' : 'seen'
/** Key of its time, stored separately, so that unchanged answers are not written again. */
const AT = `${KEY}-at`
type Of = Pick<Seen, 'id' | 'at'>
const BUILD = import.meta.url

/** Counts wipes: a copy begun before a wipe is discarded. */
let wipes = 0
/** The last stored copy and its sources; it is made again only when one of them changed. */
let kept: { id: string; of: unknown[] } | null = null
/** Number of copies made. */
let copies = 0

/** Length of an answer, measured once: an unchanged answer is the same object. */
const short = new WeakMap<object, boolean>()
function isShort(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return true
  let known = short.get(data)
  if (known === undefined) short.set(data, (known = JSON.stringify(data).length <= LONGEST))
  return known
}

/** Writes both or neither, without awaiting: the page may be closing. */
async function putBoth(copy: Seen): Promise<void> {
  // The same query that other calls use.
  within ??= createStore('keyval-store', 'keyval')
  await within('readwrite', (store) => {
    store.put(copy, KEY)
    store.put({ id: copy.id, at: copy.at } satisfies Of, AT)
    store.transaction.commit()
    return promisifyRequest(store.transaction)
  })
}
let within: UseStore | null = null

/** Whether an answer may be stored; called as answers arrive. */
async function keep(): Promise<void> {
  const { config, profile, seen } = getAppState()
  if (!config || !profile || seen !== null || profile.hydro_code === '') return
  const made: unknown[] = [config, profile, ...feed.all()]
  let answered = 0
  const queries = dehydrate(queryClient, {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: ({ queryKey: [hydro], queryHash, state, meta }) => {
      const worth =
        state.status === 'success' &&
        hydro === profile.hydro_code &&
        // Answers that show the state of the reservoir, as their endpoints declare: never people, tokens, or the
        // history of settings.
        meta?.kept === true &&
        isShort(state.data)
      if (worth) {
        made.push(queryHash, state.data)
        answered = Math.max(answered, state.dataUpdatedAt)
      }
      return worth
    },
  })
  if (queries.queries.length === 0) return
  const before = wipes
  // As of the last answer, not of now: the server may have been lost for an hour when the page closes.
  const at = answered + (serverNow() - Date.now())
  const copy: Seen = {
    id: `${at} ${Math.random()}`,
    build: BUILD,
    account: profile.account_id,
    at,
    config,
    profile,
    queries,
    last: feed.all(),
  }
  const had = kept
  const same = had !== null && had.of.length === made.length && made.every((m, i) => m === had.of[i])
  try {
    // Only the time changed, unless another tab has stored its own copy.
    if (same && (await get<Of>(AT))?.id === had.id) await set(AT, { id: had.id, at })
    else {
      kept = { id: copy.id, of: made }
      copies++
      await putBoth(copy)
    }
  } catch {
    // No room, or not allowed: no copy is better than an old one.
    kept = null
    await del(KEY).catch(() => undefined)
  }
  // Signed out meanwhile, or lost a permission: nothing is stored.
  if (wipes !== before || getAppState().profile?.account_id !== copy.account) await wipeSeen()
}

export async function wipeSeen(): Promise<void> {
  wipes++
  kept = null
  copies = 0
  await delMany([KEY, AT]).catch(() => undefined)
}

/** The copy of an account, if there is one that this build can read. */
export async function seenOf(account: string): Promise<Seen | null> {
  try {
    const [seen, of] = (await getMany([KEY, AT])) as [Seen?, Of?]
    if (!seen || seen.account !== account || seen.build !== BUILD) return null
    return of?.id === seen.id ? { ...seen, at: of.at } : seen
  } catch {
    return null
  }
}

/** Restores a copy into the query cache. */
export function recall(seen: Seen): void {
  hydrate(queryClient, seen.queries)
  feed.recall(seen.last)
}

/** Keeps the copy fresh while the page is open. */
export function watchSeen(): void {
  let timer: ReturnType<typeof setTimeout> | null = null
  let due = Infinity
  const later = (ms: number) => {
    const at = performance.now() + ms
    if (timer !== null && due <= at) return
    if (timer !== null) clearTimeout(timer)
    due = at
    timer = setTimeout(() => {
      timer = null
      void keep()
    }, ms)
  }
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !getAppState().profile) return
    // Operators need the figures first: with them the first copy is worth storing.
    const figures = query.queryKey[1] === FIGURES && query.state.data !== undefined
    later(figures || copies > 0 ? (FIRST[copies] ?? EVERY) : EVERY)
  })
  // The last chance: a hidden page may never come back.
  const now = () => void keep()
  addEventListener('pagehide', now)
  document.addEventListener('visibilitychange', () => document.hidden && now())
}
