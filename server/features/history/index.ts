import { emptySeries, type Series } from '#core/series/index.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/lib/database.ts'
import type { Log } from '#server/lib/log.ts'
import { DAY, utcDay, utcDayStart } from '#core/time/index.ts'
import { forget } from './as-of/forget.ts'
import {
  changedSince,
  dirtyPlants,
  lastOfMany,
  newestOfMany,
  rainOfMany,
  spansOfMany,
  waitingPlants,
} from './store/across.ts'
import { createBins, type HourBins, type IntervalOf, type Thin } from './bins/index.ts'
import { erase, restoreRun, type AmendOptions } from './writing/amend.ts'
import { writeDays } from './writing/bulk.ts'
import { type Client, type Context } from './store/context.ts'
import { endOfSecond } from './as-of/known.ts'
import {
  markDirty,
  takeDirtySpans,
  type DirtyKind,
  type DirtySpan,
  type TakeOptions,
  type TakenSpan,
} from './store/dirty-spans.ts'
import { packBefore, packSome } from './packing/packer.ts'
import { readKnown } from './as-of/past.ts'
import { countByDay, countIn, endOfPage, notRejected, tooMuchToRead } from './store/read.ts'
import { sort } from './writing/sort.ts'
import { createAsOf, type AsOf } from './as-of/as-of.ts'
import { shownEntries } from './shown.ts'
import type {
  Change,
  Entry,
  JudgedLayers,
  Layers,
  ManyPlants,
  PointOptions,
  ReadOptions,
  Sorted,
  WriteBatch,
  WriteDaysOptions,
  WriteOptions,
  WriteResult,
} from './types.ts'
import { markEffectiveChange } from './effective-change.ts'
import { createEffective, type Effective } from './effective.ts'
import { writeSorted } from './writing/write.ts'

export type { AmendOptions } from './writing/amend.ts'
export type { Client } from './store/context.ts'
export type { DirtyKind, DirtySpan, TakeOptions, TakenSpan } from './store/dirty-spans.ts'
export { heldDays } from './store/dirty-spans.ts'
export { firstOfSeries, spansOf } from './store/spans.ts'
export { MOST_READ } from './store/read.ts'
export { sortCoded } from './writing/sort.ts'
export type * from './types.ts'
export { arrivalsOf, instantOfSecond } from './as-of/known.ts'
export { joinLayers } from './effective.ts'
export { createNotify } from './notify.ts'
export type { Notify, NotifyOptions } from './notify.ts'
export type { IntervalOf, Thin } from './bins/index.ts'
export type { AsOf } from './as-of/as-of.ts'
export { endOfSecond } from './as-of/known.ts'

export interface HistoryOptions {
  db: Database
  clock: Clock
  log: Log
  /** IANA zone of a plant: bins are made of its hours. */
  zoneOf: (hydroCode: string) => string | Promise<string>
  /** Step of computed series at a time; without: the registered one. */
  intervalOf?: IntervalOf
  /** Edits and flags of checks; without: none. */
  layers?: Layers
  /** Flags applied besides where readings are drawn, counted or averaged to be shown. */
  judged?: JudgedLayers
  /** Days that stay rows; older ones are closed and packed. */
  keepDays?: number
  /** Days for which replaced readings are kept, for reads as of then and for taking back runs. */
  knownDays?: number
  /** Called between statements of everything that writes; tests pause a connection there. */
  pause?: (after: string) => Promise<void> | void
}

export type Listener = (changes: Change[]) => void

/**
 * Readings of all series, and how they change. Instants are epoch ms, NaN is an explicit null. Raw readings are
 * written; effective ones are read (core/edits), unless raw is requested.
 */
export interface History
  extends Omit<HourBins, 'thin' | 'known'>, Pick<Effective, 'confirmed' | 'readForChecks'> {
  /** Durable when it resolves (with `client`: at that transaction's commit, after which `emit(changes)`). */
  write(batch: WriteBatch, options: WriteOptions): Promise<WriteResult>
  /** As `write`, for a batch that is sorted already (`sortCoded`). */
  writeSorted(sorted: Sorted, options: WriteOptions): Promise<WriteResult>
  /** Bulk import: whole packed days, in transactions of a year each unless the caller passes one. */
  writeDays(
    hydroCode: string,
    incoming: ReadonlyMap<string, Series>,
    options: WriteDaysOptions,
  ): Promise<WriteResult>
  /** Readings over [from, to], both ends included; every series requested is in the answer. */
  read(
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    options?: ReadOptions,
  ): Promise<Map<string, Series>>
  /** The instant up to which [from, to] holds about `most` readings of a series, epoch ms: for answers in pages. */
  endOfPage(hydroCode: string, series: string, from: number, to: number, most: number): Promise<number>
  /** How many readings of each series are stored over [from, to], in whole days where they are packed. */
  countIn(
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
  ): Promise<Map<string, number>>
  /** How many readings of some series together are stored on each UTC day that has any, oldest first. */
  countByDay(
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
  ): Promise<{ day: number; n: number }[]>
  /** Readings as known at an instant, exact to the second: what happened within its second is included. */
  readKnown(
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    knownAt: number,
    options?: { raw?: boolean },
  ): Promise<Map<string, Series>>
  /** Reads as of an instant, which must not be before `knownFrom`. */
  asKnown(knownAt: number): AsOf
  /** The earliest instant as of which readings are kept, epoch ms. */
  knownFrom(): number
  /** Deletes what was replaced before `knownFrom`. Returns how many copies and readings that were. */
  prune(): Promise<number>
  /** The last entry at or before t, however old. */
  at(hydroCode: string, series: string, t: number, options?: PointOptions): Promise<Entry | null>
  /** The last entries at or before now that are not REJECTED; of all series of the plant when none are named. */
  last(hydroCode: string, series?: readonly string[], options?: PointOptions): Promise<Map<string, Entry>>
  erase(
    hydroCode: string,
    series: string,
    from: number,
    to: number,
    options: AmendOptions,
  ): Promise<WriteResult>
  /** Takes back what a run or an import replaced, except what was changed since. */
  restore(hydroCode: string, run: string, options: AmendOptions): Promise<WriteResult>
  /** Packs the rows of days that ended before `olderThan` (default: the days kept as rows). Returns days packed. */
  pack(options?: { olderThan?: number }): Promise<number>
  /** Rows of a plant that this process wrote to closed days since nothing was left to pack. */
  unpacked(hydroCode: string): number
  /** Packs some days of one plant. Returns when there is more to pack, epoch ms: now, or when the next day closes. */
  packSome(hydroCode: string): Promise<number>
  /** Marks spans whose effective values changed without a write (edits, calibrations, tables). */
  markDirty(
    hydroCode: string,
    kinds: readonly DirtyKind[],
    spans: readonly DirtySpan[],
    client?: Client,
  ): Promise<void>
  /**
   * Records within a transaction that layers changed the effective values of spans: bins and calculation are marked,
   * other replicas are notified. Returns what to `emit` after the commit. kinds: what to mark.
   */
  markEffectiveChange(
    client: Client,
    hydroCode: string,
    spans: readonly DirtySpan[],
    kinds?: readonly DirtyKind[],
  ): Promise<Change[]>
  /** Takes marks in the transaction that recomputes what they name. */
  takeDirtySpans(
    client: Client,
    hydroCode: string,
    kind: DirtyKind,
    options?: TakeOptions,
  ): Promise<TakenSpan[]>
  takeDirtyForCalculation(client: Client, hydroCode: string): Promise<TakenSpan[]>
  /** Plants that have marks, the longest waiting first. */
  dirtyPlants(kind: DirtyKind): Promise<string[]>
  /** Described plants that have marks, and of which kinds. */
  waitingPlants(): Promise<{ hydroCode: string; bins: boolean; calculation: boolean }[]>
  /**
   * At most about eight entries a pixel, which keep every extreme; raw: as stored. change: where it is not from bins.
   */
  thin(
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    px: number,
    o?: Pick<ReadOptions, 'change'>,
  ): Promise<Map<string, Thin>>
  /** Flags by which the calculation itself judges readings, applied to what is only shown (`change.add`). */
  judged: JudgedLayers
  /** Effective readings with those flags, for display only. */
  readShown: AsOf['readShown']
  /** The same in windows, by one read of all of them. */
  readShownIn: AsOf['readShownIn']
  /** Entries with those flags, for display only. */
  shown: AsOf['shown']
  /** Computed values of several plants at once. */
  many: ManyPlants
  /** Series of all plants that changed at or after an instant. */
  changedSince(t: number): Promise<{ hydroCode: string; series: string; changedAt: number }[]>
  onChange(listener: Listener): () => void
  /** Notifies the listeners of this process; writes without `client` do so themselves. */
  emit(changes: readonly Change[]): void
  /** The first instant that is not closed. */
  openFrom(): number
  /** Stops notifying listeners. */
  close(): Promise<void>
}

export const KEEP_DAYS = 35
/** Five years: how far back somebody may ask what was known when gates were opened. */
export const KNOWN_DAYS = 1827

export function createHistory(options: HistoryOptions): History {
  const { db, clock, log } = options
  const ctx: Context = {
    db,
    clock,
    log,
    horizon: (options.keepDays ?? KEEP_DAYS) * DAY,
    unpacked: new Map(),
    freed: 0,
    pause: options.pause ?? (() => {}),
  }
  const listeners = new Set<Listener>()
  const emit = (changes: readonly Change[]) => {
    if (changes.length === 0) return
    for (const listener of listeners) {
      try {
        listener([...changes])
      } catch (error) {
        log.error({ err: error }, 'a listener of history failed')
      }
    }
  }
  const effective = createEffective(ctx, options.layers)
  /** Notifies listeners after work that ran without a transaction of the caller. */
  const announce = async (work: Promise<WriteResult>, o: AmendOptions): Promise<WriteResult> => {
    const result = await work
    // Nobody edits computed values, and checks publish their own changes.
    if (o.source !== 'computed') result.changes = await effective.withEffectiveLast(result.changes, o.client)
    if (!o.client) emit(result.changes)
    return result
  }
  const markBins = (hydroCode: string, series: string, from: number, to: number) =>
    markDirty(ctx, undefined, hydroCode, ['bin'], [{ series, from, to }])
  const bins = createBins(
    {
      db,
      clock,
      zoneOf: options.zoneOf,
      intervalOf: options.intervalOf,
      judged: options.judged,
      pause: ctx.pause,
      read: effective.read,
      stateAt: (hydroCode, series, t, client) =>
        effective.at(hydroCode, series, t, { client, counts: notRejected }),
      lastOf: (hydroCode, series, client) => effective.at(hydroCode, series, 8.64e15, { client }),
      nextAfter: (hydroCode, series, t, client) => effective.nextAfter(hydroCode, series, t, { client }),
      takeDirtySpans,
      dirtyPlants: (kind) => dirtyPlants(ctx, kind),
      transact: (work) => db.tx(work, { retry: true }),
    },
    markBins,
  )
  const known = async (
    hydroCode: string,
    series: readonly string[],
    from: number,
    to: number,
    knownAt: number,
    o: Pick<ReadOptions, 'raw' | 'change'> = {},
  ) => {
    const data = await readKnown(ctx, hydroCode, series, from, to, knownAt)
    return effective.over(hydroCode, data, from, to, { ...o, knownAt: endOfSecond(knownAt) })
  }
  const judged: JudgedLayers = options.judged ?? (async () => [])
  const readShown: AsOf['readShown'] = async (hydroCode, series, from, to, o) => {
    const add = await judged(hydroCode, series, from, to)
    return effective.read(hydroCode, series, from, to, { ...o, change: { add } })
  }
  const knownFrom = () => clock.now() - (options.knownDays ?? KNOWN_DAYS) * DAY
  return {
    ...bins,
    judged,
    readShown,
    async readShownIn(hydroCode, series, windows) {
      if (windows.length === 0) return new Map(series.map((code) => [code, emptySeries()]))
      const add = await judged(hydroCode, series, windows[0].from, windows.at(-1)!.to)
      return effective.readIn(hydroCode, series, windows, { change: { add } })
    },
    shown: (hydroCode, entries) => shownEntries(readShown, judged, hydroCode, entries),
    write: (batch, o) => announce(writeSorted(ctx, sort(batch), o), o),
    writeSorted: (sorted, o) => announce(writeSorted(ctx, sorted, o), o),
    writeDays: (hydroCode, incoming, o) => announce(writeDays(ctx, hydroCode, incoming, o), o),
    read: async (hydroCode, series, from, to, o) => {
      if (o?.most !== undefined) {
        const counts = await countIn(ctx, hydroCode, series, from, to)
        const count = [...counts.values()].reduce((sum, n) => sum + n, 0)
        if (count > o.most) throw tooMuchToRead(count, o.most)
      }
      return effective.read(hydroCode, series, from, to, o)
    },
    endOfPage: (hydroCode, series, from, to, most) => endOfPage(ctx, hydroCode, series, from, to, most),
    countIn: (hydroCode, series, from, to) => countIn(ctx, hydroCode, series, from, to),
    countByDay: (hydroCode, series, from, to) => countByDay(ctx, hydroCode, series, from, to),
    readKnown: known,
    asKnown: (knownAt) =>
      createAsOf(
        ctx,
        knownAt,
        (hydroCode, series, from, to, change) => known(hydroCode, series, from, to, knownAt, { change }),
        (read, hydroCode, series, from, to, px) => bins.thin(hydroCode, series, from, to, px, { read }),
        (read, hydroCode, series, from, to) => bins.known(hydroCode, series, from, to, { read, knownAt }),
        (hydroCode, series, from, to) =>
          judged(hydroCode, series, from, to, { knownAt: endOfSecond(knownAt) }),
      ),
    knownFrom,
    prune: () => forget(ctx, knownFrom()),
    confirmed: effective.confirmed,
    readForChecks: effective.readForChecks,
    at: (hydroCode, series, t, o) => effective.at(hydroCode, series, t, o),
    last: (hydroCode, series, o) => effective.last(hydroCode, series, o),
    markEffectiveChange: (client, hydroCode, spans, kinds) =>
      markEffectiveChange(ctx, effective, client, hydroCode, spans, kinds),
    erase: (hydroCode, series, from, to, o) => announce(erase(ctx, hydroCode, series, from, to, o), o),
    restore: (hydroCode, run, o) => announce(restoreRun(ctx, hydroCode, run, o), o),
    unpacked: (hydroCode) => ctx.unpacked.get(hydroCode) ?? 0,
    pack: (o) => packBefore(ctx, o?.olderThan ?? clock.now() - ctx.horizon),
    async packSome(hydroCode) {
      const now = clock.now()
      const packed = await packSome(ctx, hydroCode, now - ctx.horizon)
      return packed > 0 ? now : utcDayStart(utcDay(now) + 1)
    },
    markDirty: (hydroCode, kinds, spans, client) => markDirty(ctx, client, hydroCode, kinds, spans),
    takeDirtySpans,
    takeDirtyForCalculation: (client, hydroCode) => takeDirtySpans(client, hydroCode, 'calc'),
    dirtyPlants: (kind) => dirtyPlants(ctx, kind),
    waitingPlants: () => waitingPlants(ctx),
    many: {
      last: (codes, series, since) => lastOfMany(ctx, codes, series, since),
      newest: (wanted) => newestOfMany(ctx, wanted),
      spans: (wanted) => spansOfMany(ctx, wanted),
      rain: (codes, series, from, to) => rainOfMany(ctx, codes, series, from, to),
    },
    changedSince: (t) => changedSince(ctx, t),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit,
    openFrom: () => Math.floor((clock.now() - ctx.horizon) / DAY) * DAY,
    async close() {
      listeners.clear()
    },
  }
}
