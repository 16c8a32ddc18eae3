import { activePlants } from '#server/lib/across.ts'
import type pg from 'pg'
import { inForce, type Description, type Plant } from '#core/description/index.ts'
import type { DescriptionSeed } from '#contract/description.ts'
import { record, type Actor } from '#server/features/audit/index.ts'
import { withoutCredentials } from '#server/lib/credentials.ts'
import { badRequest, conflict, notFound } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import { createKept } from '#server/lib/kept.ts'
import type { Notices } from '#server/lib/notices.ts'
import type { Services } from '#server/lib/services.ts'
import { storageVersions } from './across.ts'
import { brief } from './brief.ts'
import { markCalculationDirty } from './dirty-span-store.ts'
import {
  insertVersion,
  lockItem,
  lockPlant,
  readVersions,
  supersedeVersion,
  toDescription,
  type Noun,
  type VersionRow,
  insertPlant,
} from './store.ts'

export interface DescriptionChange {
  hydroCode: string
  noun: Noun
  itemId: string
  /** null retires the item over the span. */
  body: unknown
  from: number | null
  to: number | null
  reason: string | null
  /** The version that the change was made from; if another one is in force, somebody else was quicker (409). */
  expected?: string | null
}

export interface Plants {
  codes(): Promise<string[]>
  /** The whole description of a plant; knownAt: as it was known then. */
  describe(hydroCode: string, knownAt?: number): Promise<Description>
  /**
   * Descriptions of several plants with one statement, past the cache: without outlines, sensors, checks, and tables
   * other than those of storage. Plants without a description are left out.
   */
  describeMany(hydroCodes: readonly string[]): Promise<Map<string, Description>>
  /** The description as it is in the database, without the cache. */
  fresh(hydroCode: string): Promise<Description>
  /** The plant itself, in force now. */
  plant(hydroCode: string): Promise<Plant>
  zone(hydroCode: string): Promise<string>
  /**
   * Puts a body in force over [from, to) (null retires the item there) and returns the id of its version. Other
   * versions keep their remainder, nothing is overwritten, and everything computed over the span is marked, all in the
   * transaction of `c`; call `changed` after its commit. @throws Problem 409 when `expected` is no longer in force
   * there, 400 for an empty span, 404 for nothing to retire
   */
  change(c: pg.PoolClient, actor: Actor, change: DescriptionChange): Promise<string>
  /** Makes several changes of one plant; what is computed over all of their spans is marked once. */
  changeAll(
    c: pg.PoolClient,
    actor: Actor,
    hydroCode: string,
    changes: readonly DescriptionChange[],
  ): Promise<void>
  /** Locks the description for the transaction of `c`, and returns it as it is then. */
  locked(c: pg.PoolClient, hydroCode: string): Promise<Description>
  /** Creates a plant from a seed. also: more work for its transaction. */
  create(
    actor: Actor,
    seed: DescriptionSeed,
    from?: number | null,
    also?: (c: pg.PoolClient) => Promise<void>,
  ): Promise<void>
  /** Notifies other replicas, with the commit of `c`, of a change that `change` does not make. */
  announce(c: pg.PoolClient, hydroCode: string): Promise<void>
  /** Drops the cached description and notifies the listeners; to be called after the commit of a change. */
  changed(hydroCode: string, from: number | null, to: number | null): void
  /** Hears of every change, here and at other replicas. */
  onChange(listener: (hydroCode: string) => void): () => void
}

/** Memory of cached descriptions, bytes; they are cached until a change is announced. */
const MOST_KEPT = 96 * 1024 * 1024
const CHANNEL = 'forebay_plant'
/** Nouns from which no series is computed. */
const NOT_COMPUTED: ReadonlySet<Noun> = new Set(['settings', 'calendar', 'tariff', 'deduction'])

/** notices: how replicas tell each other; without, this process is alone. */
export function createPlants(s: Services, notices?: Notices): Plants {
  const kept = createKept({
    load: (hydroCode) => load(hydroCode, null),
    most: MOST_KEPT,
    announced: {
      channel: CHANNEL,
      notices,
      changed: (hydroCode) => (hydroCode === null ? missed() : drop(hydroCode)),
    },
  })
  const listeners = new Set<(hydroCode: string) => void>()
  let known: { at: number; codes: Promise<string[]> } | null = null
  const notify = (hydroCode: string) => {
    for (const l of listeners) l(hydroCode)
  }
  const drop = (hydroCode: string) => {
    kept.forget(hydroCode)
    known = null
    notify(hydroCode)
  }
  const missed = () => {
    known = null
    plants
      .codes()
      .then((codes) => codes.forEach(notify))
      .catch((err: Error) => s.log.warn({ err: err.message }, 'plants were not looked at again'))
  }

  const load = async (hydroCode: string, knownAt: number | null) =>
    toDescription(hydroCode, await readVersions(s.db.pool, hydroCode, knownAt))

  /** Makes one change, without marks. */
  const put = async (c: pg.PoolClient, actor: Actor, change: DescriptionChange): Promise<string> => {
    const { hydroCode, noun, itemId, from, to, reason } = change
    const body =
      noun === 'settings' ? await withoutCredentials(c, s, hydroCode, actor.actor, change.body) : change.body
    if (low(from) >= high(to)) throw badRequest('invalid_range', { detail: `${from} .. ${to}` })
    const now = s.clock.now()
    const current = await lockItem(c, hydroCode, noun, itemId)
    const overlapping = current.filter((v) => overlaps(v, from, to))
    if (change.expected !== undefined && change.expected !== null) {
      if (!overlapping.some((v) => v.version_id === change.expected)) throw conflict()
      // Its author has not seen the other versions.
      if (overlapping.length > 1) throw conflict('spans_others')
    }
    if (body === null && overlapping.length === 0) throw notFound(itemId)
    for (const old of overlapping) {
      await supersedeVersion(c, hydroCode, old, now)
      for (const [a, b] of remainders(old, from, to)) {
        await insertVersion(c, hydroCode, {
          ...old,
          version_id: makeId('ve', now),
          effective_from: a,
          effective_to: b,
          recorded_at: now,
          recorded_by: actor.actor,
          superseded_at: null,
        })
      }
    }
    await plants.announce(c, hydroCode)
    const version = makeId('ve', now)
    if (body !== null) {
      await insertVersion(c, hydroCode, {
        noun,
        item_id: itemId,
        version_id: version,
        effective_from: from,
        effective_to: to,
        recorded_at: now,
        recorded_by: actor.actor,
        reason,
        superseded_at: null,
        body,
      })
    }
    await record(
      c,
      now,
      { ...actor, hydro: hydroCode },
      {
        act: body === null ? 'retire' : overlapping.length === 0 ? 'add' : 'update',
        noun,
        item: itemId,
        itemName: nameIn(body) ?? nameIn(overlapping[0]?.body),
        before: overlapping.length === 0 ? null : overlapping.map(inWords),
        after: { effective_from: from, effective_to: to, body: brief(body) },
        reason,
      },
    )
    return version
  }

  /** Marks what changes may affect; no series is computed from display settings and prices. */
  const markAll = async (c: pg.PoolClient, hydroCode: string, changes: readonly DescriptionChange[]) => {
    const counting = changes.filter((change) => !NOT_COMPUTED.has(change.noun))
    if (counting.length === 0) return
    const froms = counting.map((change) => low(change.from))
    const tos = counting.map((change) => high(change.to))
    const [from, to] = [Math.min(...froms), Math.max(...tos)]
    const now = s.clock.now()
    await markCalculationDirty(
      c,
      hydroCode,
      from === -Infinity ? null : from,
      to === Infinity ? null : to,
      now,
    )
  }

  const plants: Plants = {
    codes() {
      const now = performance.now()
      if (!known || now - known.at > kept.maxAge()) {
        const entry = { at: now, codes: activePlants(s.db.pool) }
        entry.codes.catch(() => known === entry && (known = null))
        known = entry
      }
      return known.codes
    },
    describe(hydroCode, knownAt) {
      if (knownAt !== undefined) return load(hydroCode, knownAt)
      return kept.get(hydroCode)
    },
    async describeMany(hydroCodes) {
      const rows = Map.groupBy(await storageVersions(s.db.pool, hydroCodes), (r) => r.hydro_code)
      return new Map([...rows].map(([code, list]) => [code, toDescription(code, list)]))
    },
    fresh: kept.renew,
    async plant(hydroCode) {
      const { plant } = await plants.describe(hydroCode)
      const now = inForce(plant, s.clock.now()) ?? plant.at(-1)
      if (!now) throw notFound(hydroCode)
      return now.body
    },
    async zone(hydroCode) {
      return (await plants.plant(hydroCode)).zone
    },
    async change(c, actor, change) {
      const version = await put(c, actor, change)
      await markAll(c, change.hydroCode, [change])
      return version
    },
    async changeAll(c, actor, hydroCode, changes) {
      for (const change of changes) await put(c, actor, change)
      await markAll(c, hydroCode, changes)
    },
    async locked(c, hydroCode) {
      await lockPlant(c, hydroCode)
      return toDescription(hydroCode, await readVersions(c, hydroCode, null))
    },
    async create(actor, seed, from = null, also) {
      const now = s.clock.now()
      await s.db.tx(async (c) => {
        if (!(await insertPlant(c, seed.hydroCode, now))) throw conflict()
        const add = (noun: Noun, itemId: string, body: unknown) =>
          put(c, actor, { hydroCode: seed.hydroCode, noun, itemId, body, from, to: null, reason: null })
        await add('plant', 'plant', seed.plant)
        await add('parameters', 'parameters', seed.parameters)
        for (const i of seed.positions) await add('position', i.id, i.body)
        for (const i of seed.gates) await add('gate', i.id, i.body)
        for (const i of seed.units) await add('unit', i.id, i.body)
        for (const i of seed.stations) await add('station', i.id, i.body)
        for (const i of seed.sensors ?? []) await add('sensor', i.id, i.body)
        for (const i of seed.tables) await add('table', i.id, i.body)
        for (const i of seed.checks ?? []) await add('check', i.id, i.body)
        for (const i of seed.calendars ?? []) await add('calendar', i.id, i.body)
        for (const i of seed.tariffs ?? []) await add('tariff', i.id, i.body)
        for (const i of seed.deductions ?? []) await add('deduction', i.id, i.body)
        if (seed.settings) await add('settings', 'settings', seed.settings)
        await also?.(c)
        await markCalculationDirty(c, seed.hydroCode, from, null, now)
      })
      plants.changed(seed.hydroCode, from, null)
    },
    announce: kept.announce,
    changed: drop,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return plants
}

/** A version as the audit keeps it. */
const inWords = (v: VersionRow) => ({
  version: v.version_id,
  effective_from: v.effective_from,
  effective_to: v.effective_to,
  body: brief(v.body),
})

/** The name of an item. */
const nameIn = (body: unknown): string | null => {
  const name = (body as { name?: unknown } | null | undefined)?.name
  return typeof name === 'string' ? name : null
}

const low = (t: number | null) => t ?? -Infinity
const high = (t: number | null) => t ?? Infinity

function overlaps(v: VersionRow, from: number | null, to: number | null): boolean {
  return low(v.effective_from) < high(to) && high(v.effective_to) > low(from)
}

/** The parts of a version before and after [from, to). */
function remainders(v: VersionRow, from: number | null, to: number | null): [number | null, number | null][] {
  const left: [number | null, number | null][] = []
  if (low(v.effective_from) < low(from)) left.push([v.effective_from, from])
  if (high(v.effective_to) > high(to)) left.push([to, v.effective_to])
  return left
}
