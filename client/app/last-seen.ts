import { dehydrate, hydrate, type DehydratedState } from '@tanstack/react-query'
import type { Profile } from '#contract/auth.ts'
import type { PublicConfig } from '#contract/config.ts'
import type { LastValue } from '#contract/feed.ts'
import { queryClient, screen } from '../lib/client.ts'
import { serverNow } from '../lib/clock.ts'
import { feed } from '../lib/feed.ts'
import { getWho } from '../lib/who.ts'

/**
 * What an account saw last, kept in this browser for the time without a server. One account's at a time: it is
 * wiped when that account signs out or its session ends, and nobody else is shown it.
 */
export interface Seen {
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

/** Of the reservoir, what shows its state: figures, chart, stations, log. Never people, tokens, settings' history. */
const KEPT = new Set([
  'hydros',
  'look',
  'indicators',
  'outlets',
  'waterdepths',
  'catchments',
  'chart',
  'energy',
  'forecast',
  'geo',
  'marks',
  'map',
  'observe',
  'options',
  'shift-log',
  'timeline',
])
/** One answer longer than this is not worth its place (a chart of ten years is thinned to a tenth of it). */
const LONGEST = 2_000_000
const EVERY = 10_000
/** A wall screen's apart: an account that signs out in the same browser takes only its own with it. */
const KEY = screen ? 'seen-screen' : 'seen'
const BUILD = import.meta.url

const door = () => import('idb-keyval')
/** Counts the wipes: a copy that was begun before one does not stay. */
let wipes = 0

/** Kept while the server answers; called as the answers come. */
async function keep(): Promise<void> {
  const { config, profile, seen } = getWho()
  if (!config || !profile || seen !== null || profile.hydro_code === '') return
  const queries = dehydrate(queryClient, {
    shouldDehydrateMutation: () => false,
    shouldDehydrateQuery: ({ queryKey: [hydro, what], state }) =>
      state.status === 'success' &&
      hydro === profile.hydro_code &&
      KEPT.has(String(what)) &&
      JSON.stringify(state.data ?? null).length <= LONGEST,
  })
  if (queries.queries.length === 0) return
  const before = wipes
  const at = serverNow()
  const { set, del } = await door()
  const copy: Seen = {
    build: BUILD,
    account: profile.account_id,
    at,
    config,
    profile,
    queries,
    last: feed.all(),
  }
  try {
    await set(KEY, copy)
  } catch {
    // No room, or not allowed here: there is no copy then, rather than an old one.
    await del(KEY).catch(() => undefined)
  }
  // Signed out meanwhile, or not allowed to see some of it any more: nothing stays.
  if (wipes !== before || getWho().profile?.account_id !== copy.account) await wipeSeen()
}

export async function wipeSeen(): Promise<void> {
  wipes++
  const { del } = await door()
  await del(KEY).catch(() => undefined)
}

/** The copy of an account, if there is one that this build can read. */
export async function seenOf(account: string): Promise<Seen | null> {
  try {
    const seen = await (await door()).get<Seen>(KEY)
    return seen && seen.account === account && seen.build === BUILD ? seen : null
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
  const later = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = null
      void keep()
    }, ms)
  }
  queryClient.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated' && getWho().profile) later(EVERY)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) void keep()
  })
}
