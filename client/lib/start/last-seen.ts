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
import { getWho } from '../who.ts'

/**
 * What an account saw last, kept in this browser for the time without a server. One account's at a time: it is
 * wiped when that account signs out or its session ends, and nobody else is shown it.
 */
interface Seen {
  /** Of this copy: what is stored about it beside it must not be taken for another tab's. */
  id: string
  /** Another build may read it wrong. */
  build: string
  account: string
  /** When the server was heard last, epoch ms by its clock. */
  at: number
  config: PublicConfig
  profile: Profile
  queries: DehydratedState
  last: LastValue[]
}

const FIGURES = endpointName(getIndicators)
/** One answer longer than this is not worth its place (a chart of ten years is thinned to a tenth of it). */
const LONGEST = 2_000_000
const EVERY = 10_000
/** The first copies: once the figures are there, and with what comes after them. */
const FIRST = [1000, 3000]
/** A wall screen's apart: an account that signs out in the same browser takes only its own with it. */
const KEY = screen ? 'seen-screen' : 'seen'
/** Key of its time, stored apart: an unchanged answer need not be written again. */
const AT = `${KEY}-at`
type Of = Pick<Seen, 'id' | 'at'>
const BUILD = import.meta.url

/** Counts the wipes: a copy that was begun before one does not stay. */
let wipes = 0
/** The copy that was kept last, and what it was made of: it is made again only once something is another. */
let kept: { id: string; of: unknown[] } | null = null
/** How many were made. */
let copies = 0

/** How long an answer is, measured once: the same answer stays the same object. */
const short = new WeakMap<object, boolean>()
function isShort(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return true
  let known = short.get(data)
  if (known === undefined) short.set(data, (known = JSON.stringify(data).length <= LONGEST))
  return known
}

/** Both or neither, without another turn of the page: it may be on its way out. */
async function putBoth(copy: Seen): Promise<void> {
  // The one that the other calls use.
  within ??= createStore('keyval-store', 'keyval')
  await within('readwrite', (store) => {
    store.put(copy, KEY)
    store.put({ id: copy.id, at: copy.at } satisfies Of, AT)
    store.transaction.commit()
    return promisifyRequest(store.transaction)
  })
}
let within: UseStore | null = null

/** Kept while the server answers; called as the answers come. */
async function keep(): Promise<void> {
  const { config, profile, seen } = getWho()
  if (!config || !profile || seen !== null || profile.hydro_code === '') return
  const made: unknown[] = [config, profile, ...feed.all()]
  let answered = 0
  const queries = dehydrate(queryClient, {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: ({ queryKey: [hydro], queryHash, state, meta }) => {
      const worth =
        state.status === 'success' &&
        hydro === profile.hydro_code &&
        // What shows the state of the reservoir, as its endpoints say: never people, tokens, the history of settings.
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
  // As of the last answer, not of this moment: the server may be lost for an hour when the page is put away.
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
    // Nothing is another, only of when it is, unless another tab has put its own there.
    if (same && (await get<Of>(AT))?.id === had.id) await set(AT, { id: had.id, at })
    else {
      kept = { id: copy.id, of: made }
      copies++
      await putBoth(copy)
    }
  } catch {
    // No room, or not allowed here: there is no copy then, rather than an old one.
    kept = null
    await del(KEY).catch(() => undefined)
  }
  // Signed out meanwhile, or not allowed to see some of it any more: nothing stays.
  if (wipes !== before || getWho().profile?.account_id !== copy.account) await wipeSeen()
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

/** Puts a copy in the place of answers. */
export function recall(seen: Seen): void {
  hydrate(queryClient, seen.queries)
  feed.recall(seen.last)
}

/** Keeps the copy fresh for as long as the page is open. */
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
    if (type !== 'updated' || !getWho().profile) return
    // The figures are what an operator needs first: with them the first copy is worth keeping.
    const figures = query.queryKey[1] === FIGURES && query.state.data !== undefined
    later(figures || copies > 0 ? (FIRST[copies] ?? EVERY) : EVERY)
  })
  // The last moment: a page that is put away may never come back.
  const now = () => void keep()
  addEventListener('pagehide', now)
  document.addEventListener('visibilitychange', () => document.hidden && now())
}
