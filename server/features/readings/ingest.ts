import { MINUTE } from '#core/time/index.ts'
import {
  sortCoded,
  type Client,
  type History,
  type Sorted,
  type WriteResult,
} from '#server/features/history/index.ts'
import type { RecordsFrom } from '#core/description/records.ts'
import type { Clock } from '#server/lib/clock.ts'
import { isDiskFull, isLost, type Database } from '#server/lib/database.ts'
import { tooMany, unavailable } from '#server/lib/errors.ts'
import type { Log } from '#server/lib/log.ts'
import { insertArrivals } from './arrival-store.ts'
import type { Batch, Rejection } from './batch.ts'
import { checkBatch, type Checked } from './check.ts'
import { createClocks, type Clocks } from './clock-store.ts'
import type { Registry } from './registry-store.ts'

/** The answer to a call; accepted + unchanged + rejected.length is the number of its readings. */
interface Receipt {
  accepted: number
  /** Stored before, with the same value and quality. */
  unchanged: number
  rejected: Rejection[]
}

export interface Origin {
  hydroCode: string
  /** Id of the sending token or source. */
  source: string
  /** Series that the sender may write; null: all. */
  allowed: readonly string[] | null
}

export interface Ingest {
  /** Resolves when the readings are durable. Throws 429 busy when too much waits. */
  submit(batch: Batch, origin: Origin): Promise<Receipt>
  /** Throws 429 when a body of this many bytes would be refused now, before it is read. */
  admit(bytes: number): void
  clocks: Clocks
  gauges(): Record<string, number>
  /** Accepts no more; resolves when everything accepted is stored. */
  close(): Promise<void>
}

interface IngestOptions {
  history: History
  registry: Registry
  db: Database
  clock: Clock
  log: Log
  /** Limits of what waits to be stored. */
  limits?: { readings?: number; bytes?: number }
  /** Where the records of a plant begin. */
  recordsFrom(hydroCode: string): Promise<RecordsFrom>
}

/** About how many readings a transaction stores; a call of more is not split. */
const GROUP = 20_000
/** Age on arrival beyond which data is late and its arrival is recorded, ms. */
const LATE = 15 * MINUTE

interface Room {
  readings: number
  bytes: number
}

interface Job {
  origin: Origin
  checked: Checked
  sorted: Sorted
  /** The share of the limits that it takes, released when it ends. */
  room: Room
  receivedAt: number
  resolve(receipt: Receipt): void
  reject(error: Error): void
}

/**
 * Group commit: what arrives while a transaction runs is stored together by the next one, so 64 loggers with a reading
 * each cost one commit. Only one transaction runs at a time, so readings are stored in the order of arrival.
 */
export function createIngest(o: IngestOptions): Ingest {
  const { history, registry, db, clock, log } = o
  const most = { readings: o.limits?.readings ?? 400_000, bytes: o.limits?.bytes ?? 96 * 1024 * 1024 }
  const queue: Job[] = []
  const waiting = { readings: 0, bytes: 0 }
  const total = { accepted: 0, unchanged: 0, rejected: 0, groups: 0 }
  const clocks = createClocks({ db, clock, log })
  /** Readings stored a second, averaged over the last transactions. */
  let rate = 50_000
  let running: Promise<void> | null = null
  let closed = false

  const admit = (bytes: number) => {
    if (closed) throw unavailable()
    if (waiting.readings < most.readings && waiting.bytes + bytes <= most.bytes) return
    // A body larger than the limit must still pass an empty queue.
    if (waiting.readings === 0) return
    throw tooMany('busy', Math.min(30, Math.max(1, Math.ceil(waiting.readings / rate))))
  }

  const leave = (room: Room) => {
    waiting.readings -= room.readings
    waiting.bytes -= room.bytes
  }

  const finish = (job: Job, alone: boolean, result: WriteResult) => {
    const n = job.checked.code.length
    const unchanged = alone && !hasTwins(job) ? result.unchanged : countUnchanged(job, result)
    total.accepted += n - unchanged
    total.unchanged += unchanged
    leave(job.room)
    job.resolve({ accepted: n - unchanged, unchanged, rejected: job.checked.rejected })
  }

  async function store(jobs: Job[]): Promise<void> {
    const groups = [...Map.groupBy(jobs, (j) => j.origin.hydroCode)].sort((a, b) => (a[0] < b[0] ? -1 : 1))
    const write = (list: Job[], client?: Client) =>
      history.writeSorted(unite(list), {
        source: 'ingest',
        client,
        detail: list.length > 1 || hasTwins(list[0]),
      })
    const late = jobs.some((j) => isLate(j))
    if (groups.length === 1 && !late) {
      const result = await write(jobs)
      for (const job of jobs) finish(job, jobs.length === 1, result)
      return
    }
    const results: [Job[], WriteResult][] = []
    await db.tx(
      async (client) => {
        results.length = 0
        for (const [, list] of groups) results.push([list, await write(list, client)])
        const changed = results.filter(([, r]) => r.changed > 0).flatMap(([list]) => list)
        await keepArrivals(client, changed.filter(isLate))
      },
      { retry: true },
    )
    history.emit(results.flatMap(([, r]) => r.changes))
    for (const [list, result] of results) for (const job of list) finish(job, list.length === 1, result)
  }

  /** Stores jobs together; when that fails, in halves, so that only the faulty one fails. */
  async function commit(jobs: Job[]): Promise<void> {
    try {
      if (sameKeyTwice(jobs)) for (const job of jobs) await commitOne(job)
      else await store(jobs)
    } catch (error) {
      if (jobs.length === 1) return fail(jobs[0], error as Error)
      if (isLost(error)) return jobs.forEach((job) => fail(job, error as Error))
      const half = jobs.length >> 1
      await commit(jobs.slice(0, half))
      await commit(jobs.slice(half))
    }
  }

  async function commitOne(job: Job): Promise<void> {
    await commit([job])
  }

  function fail(job: Job, error: Error): void {
    leave(job.room)
    // A full disk has an answer of its own: trying again in two seconds does not help.
    if (isDiskFull(error)) job.reject(error)
    else if (isLost(error)) {
      log.warn({ err: error.message }, 'readings were not stored: the database is away')
      job.reject(unavailable())
    } else job.reject(error)
  }

  async function run(): Promise<void> {
    while (queue.length > 0) {
      let n = 0
      let count = 0
      while (count < queue.length && (count === 0 || n + queue[count].sorted.t.length <= GROUP))
        n += queue[count++].sorted.t.length
      const jobs = queue.splice(0, count)
      const started = performance.now()
      await commit(jobs)
      total.groups++
      const seconds = (performance.now() - started) / 1000
      if (n >= 1000) rate = 0.8 * rate + 0.2 * (n / Math.max(seconds, 1e-3))
    }
    running = null
  }

  return {
    clocks,
    admit,
    async submit(batch, origin) {
      admit(batch.bytes)
      const room = { readings: batch.code.length, bytes: batch.bytes }
      waiting.readings += room.readings
      waiting.bytes += room.bytes
      let job: Omit<Job, 'resolve' | 'reject'>
      try {
        const known = await registry.known(origin.hydroCode, batch.codes)
        const now = clock.now()
        const records = await o.recordsFrom(origin.hydroCode)
        const checked = checkBatch(batch, known, origin.allowed, now, records)
        const sorted = sortCoded(origin.hydroCode, checked.codes, checked.code, checked)
        job = { origin, checked, sorted, room, receivedAt: now }
      } catch (error) {
        leave(room)
        throw isLost(error) ? unavailable() : error
      }
      const { checked } = job
      total.rejected += checked.rejected.length
      if (checked.ahead.length > 0 || checked.code.length > 0)
        clocks.note(origin.hydroCode, origin.source, checked.ahead)
      if (checked.code.length === 0) {
        leave(room)
        return { accepted: 0, unchanged: 0, rejected: checked.rejected }
      }
      return new Promise<Receipt>((resolve, reject) => {
        queue.push({ ...job, resolve, reject })
        // Calls read in the same turn of the event loop are stored together.
        running ??= Promise.resolve().then(run)
      })
    },
    gauges: () => ({
      forebay_ingest_accepted_total: total.accepted,
      forebay_ingest_unchanged_total: total.unchanged,
      forebay_ingest_rejected_total: total.rejected,
      forebay_ingest_commits_total: total.groups,
      forebay_ingest_waiting_readings: waiting.readings,
    }),
    async close() {
      closed = true
      while (running) await running
      await clocks.settled()
    },
  }
}

/** Joins the jobs of one plant into one sorted batch. */
function unite(jobs: readonly Job[]): Sorted {
  if (jobs.length === 1) return jobs[0].sorted
  const index = new Map<string, number>()
  const n = jobs.reduce((sum, j) => sum + j.sorted.t.length, 0)
  const code = new Int32Array(n)
  const t = new Float64Array(n)
  const v = new Float64Array(n)
  const q = new Uint8Array(n)
  let at = 0
  for (const { sorted: s } of jobs) {
    t.set(s.t, at)
    v.set(s.v, at)
    q.set(s.q, at)
    s.codes.forEach((name, c) => {
      let known = index.get(name)
      if (known === undefined) index.set(name, (known = index.size))
      code.fill(known, at + s.start[c], at + s.start[c + 1])
    })
    at += s.t.length
  }
  return sortCoded(jobs[0].origin.hydroCode, [...index.keys()], code, { t, v, q })
}

/**
 * Whether two calls hold the same reading (a repeat that overtook its answer); they are stored one after another, to
 * count right.
 */
function sameKeyTwice(jobs: readonly Job[]): boolean {
  if (jobs.length < 2) return false
  const spans = new Map<string, { from: number; to: number; sorted: Sorted; c: number }[]>()
  for (const { origin, sorted } of jobs) {
    for (let c = 0; c < sorted.codes.length; c++) {
      const key = `${origin.hydroCode}/${sorted.codes[c]}`
      const span = { from: sorted.t[sorted.start[c]], to: sorted.t[sorted.start[c + 1] - 1], sorted, c }
      const others = spans.get(key)
      if (!others) spans.set(key, [span])
      else {
        for (const other of others)
          if (other.from <= span.to && span.from <= other.to && meet(other, span)) return true
        others.push(span)
      }
    }
  }
  return false
}

function meet(a: { sorted: Sorted; c: number }, b: { sorted: Sorted; c: number }): boolean {
  let i = a.sorted.start[a.c]
  let j = b.sorted.start[b.c]
  const endA = a.sorted.start[a.c + 1]
  const endB = b.sorted.start[b.c + 1]
  while (i < endA && j < endB) {
    const d = a.sorted.t[i] - b.sorted.t[j]
    if (d === 0) return true
    if (d < 0) i++
    else j++
  }
  return false
}

const hasTwins = (job: Job) => job.checked.code.length > job.sorted.t.length

/** Counts readings of a call whose key did not change. Without keys, everything in the group changed, or nothing. */
function countUnchanged(job: Job, result: WriteResult): number {
  const n = job.checked.code.length
  const keys = result.changedKeys
  if (!keys) return result.changed === 0 ? n : 0
  const changed = changedBySeries(keys)
  const sets = job.checked.codes.map((code) => changed.get(code))
  let unchanged = 0
  for (let i = 0; i < n; i++) if (!sets[job.checked.code[i]]?.has(job.checked.t[i])) unchanged++
  return unchanged
}

const cache = new WeakMap<object, Map<string, Set<number>>>()

/** Changed instants by series, computed once for all calls of a group. */
function changedBySeries(keys: { series: string[]; t: number[] }): Map<string, Set<number>> {
  let found = cache.get(keys)
  if (!found) {
    cache.set(keys, (found = new Map()))
    for (let i = 0; i < keys.t.length; i++) {
      let set = found.get(keys.series[i])
      if (!set) found.set(keys.series[i], (set = new Set()))
      set.add(keys.t[i])
    }
  }
  return found
}

const isLate = (job: Job) => {
  const { t } = job.sorted
  for (let i = 0; i < t.length; i++) if (t[i] < job.receivedAt - LATE) return true
  return false
}

/** Records when late data arrived, one row a call. */
async function keepArrivals(client: Client, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return
  const spans = jobs.map((job) => {
    let n = 0
    let from = Infinity
    let to = -Infinity
    for (const t of job.sorted.t) {
      if (t >= job.receivedAt - LATE) continue
      n++
      if (t < from) from = t
      if (t > to) to = t
    }
    return { n, from, to }
  })
  await insertArrivals(
    client,
    jobs.map(({ origin, receivedAt }, i) => ({ ...origin, receivedAt, ...spans[i] })),
  )
}
