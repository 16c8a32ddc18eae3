import type pg from 'pg'
import type { Table, Version } from '#core/description/index.ts'
import { overlapping } from '#core/tables/index.ts'
import { DAY, toLocal } from '#core/time/index.ts'
import { text, type Language } from '#contract/messages.ts'
import { keepFile } from '#server/lib/files.ts'
import { lockPlant, markCalculationDirty, type Plants } from '#server/features/plants/index.ts'
import { Problem, conflict, notFound, refuseField } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { asVersion, readBody, readHeads, type TableVersionHead } from './store.ts'
import { markSaved } from './upload-store.ts'

const YEAR = 366 * DAY

export interface TablePeriod {
  from: number | null
  to: number | null
}

/** A table to put in force. */
interface Save extends TablePeriod {
  body: Table
  replaces: readonly string[]
  reason: string | null
  /** The upload with its file. */
  uploadId?: string
  /** Its file, which is stored only if the table is. */
  file?: { name: string; contentType: string; bytes: Buffer }
}

/** A former version of a table to put in force again. */
interface Again extends TablePeriod {
  id: string
  version: string
  /** Versions of the table that were in force when it was requested. */
  seen: readonly string[]
  loopByYear: boolean
  replaces: readonly string[]
  reason: string | null
}

interface TableChange extends TablePeriod {
  id: string
  /** The version from which it was made. */
  version: string
  body: Pick<Table, 'name' | 'active' | 'loopByYear'>
  replaces: readonly string[]
  reason: string | null
}

/** Tables whose period overlaps that of a table to be active. own: the version that it replaces. */
export function overlapsOf(
  heads: readonly TableVersionHead[],
  candidate: TablePeriod & { id: string; own?: string; body: Pick<Table, 'group' | 'object' | 'loopByYear'> },
  zone: string,
): TableVersionHead[] {
  const others = heads.filter((h) => h.version_id !== candidate.own)
  const { id, body, from, to } = candidate
  // Other versions of the same table are in its way like any other table.
  const apart = others.map((h): Version<Table> => ({ ...asVersion(h), id: h.version_id }))
  const found = overlapping(apart, { id: `new ${id}`, from: from ?? -Infinity, to, body }, zone)
  const versions = new Set(found.map((v) => v.version))
  return others.filter((h) => versions.has(h.version_id))
}

/** @throws Problem for an impossible period */
export function checkPeriod({ from, to }: TablePeriod, loopByYear: boolean, language: Language): void {
  if (from !== null && to !== null && from >= to)
    throw refuseField(language, 'to', 'from_after_to', {}, { as: 'invalid_range' })
  if (loopByYear && (from === null || to === null || to - from > YEAR))
    throw refuseField(language, 'loop_by_year', 'loop_needs_period')
}

/** Puts tables in force, one at a time per plant, so that of two who save the second sees the result of the first. */
export function createSave(s: Services, plants: Plants) {
  /** Locks the plant's description, as every change of it does. */
  const locked = <T>(
    hydro: string,
    fn: (c: pg.PoolClient, heads: TableVersionHead[]) => Promise<T>,
  ): Promise<T> =>
    s.db.tx(async (c) => {
      await lockPlant(c, hydro)
      return fn(c, await readHeads(c, hydro))
    })

  /** Refuses while tables in the way are not confirmed by the caller. */
  const settle = async (
    caller: Caller,
    heads: readonly TableVersionHead[],
    candidate: Parameters<typeof overlapsOf>[1],
    active: boolean,
    replaces: readonly string[],
  ): Promise<TableVersionHead[]> => {
    const zone = await plants.zone(caller.hydro)
    const found = active ? overlapsOf(heads, candidate, zone) : []
    const named = new Set(replaces)
    if (named.size === 0 && found.length > 0) throw overlapProblem(found, zone, caller.language)
    if (named.size !== found.length || found.some((h) => !named.has(h.version_id))) throw conflict()
    return found
  }

  /**
   * Switches tables off during a plain period. A table that repeats every year is left: of several in season the one
   * uploaded last is read, and it is to be read again after the new one has ended.
   */
  const switchOff = async (
    c: pg.PoolClient,
    caller: Caller,
    others: readonly TableVersionHead[],
    period: TablePeriod,
  ) => {
    for (const other of others) {
      if (other.body.loopByYear) continue
      const body = await readBody(c, caller.hydro, other.version_id, other.item_id)
      await plants.change(c, caller, {
        hydroCode: caller.hydro,
        noun: 'table',
        itemId: other.item_id,
        body: { ...body, active: false },
        from: later(period.from, other.effective_from),
        to: earlier(period.to, other.effective_to),
        reason: null,
        expected: other.version_id,
      })
    }
  }

  /** Records that a table repeats: it is read in every year, also before its first. */
  const markLoops = async (c: pg.PoolClient, hydro: string, loops: boolean) => {
    if (loops) await markCalculationDirty(c, hydro, null, null, s.clock.now())
  }

  return {
    async save(caller: Caller, { body: given, from, to, replaces, reason, uploadId, file }: Save) {
      checkPeriod({ from, to }, given.loopByYear, caller.language)
      const { hydro } = caller
      const done = await locked(hydro, async (c, heads) => {
        const body = { ...given }
        const found = await settle(caller, heads, { id: '', body, from, to }, body.active, replaces)
        // It becomes a version of the table that it replaces; a season within a year-round table is a table of its own.
        const successor = found
          .toSorted((a, b) => b.body.uploadedAt - a.body.uploadedAt)
          .find((h) => !body.loopByYear || h.body.loopByYear)
        const itemId = successor?.item_id ?? makeId('ta', s.clock.now())
        if (!body.loopByYear)
          await switchOff(
            c,
            caller,
            found.filter((h) => h.item_id !== itemId),
            { from, to },
          )
        if (file) body.fileId = await keepFile(c, hydro, caller.actor, s.clock.now(), file)
        const version = await plants.change(c, caller, {
          hydroCode: hydro,
          noun: 'table',
          itemId,
          body,
          from,
          to,
          reason,
        })
        const loops = body.loopByYear || found.some((h) => h.body.loopByYear)
        await markLoops(c, hydro, loops)
        if (uploadId !== undefined) await markSaved(c, hydro, uploadId)
        return { id: itemId, version, loops }
      })
      plants.changed(hydro, done.loops ? null : from, done.loops ? null : to)
      return done
    },

    async change(caller: Caller, { id, version, body: wanted, from, to, replaces, reason }: TableChange) {
      checkPeriod({ from, to }, wanted.loopByYear, caller.language)
      const { hydro } = caller
      const done = await locked(hydro, async (c, heads) => {
        const old = heads.find((h) => h.version_id === version && h.item_id === id)
        if (!old) throw conflict()
        const body: Table = { ...(await readBody(c, hydro, version, id)), ...wanted }
        const candidate = { id, own: version, body, from, to }
        const found = await settle(caller, heads, candidate, body.active, replaces)
        const change = { hydroCode: hydro, noun: 'table' as const, itemId: id, reason }
        const moved = from !== old.effective_from || to !== old.effective_to
        if (moved)
          await plants.change(c, caller, {
            ...change,
            body: null,
            from: old.effective_from,
            to: old.effective_to,
            expected: version,
          })
        const others = found.filter((h) => h.item_id !== id)
        if (!body.loopByYear) await switchOff(c, caller, others, { from, to })
        // Among seasonal tables the one uploaded last is read, and the caller has chosen this one.
        if (others.some((h) => h.body.loopByYear || body.loopByYear)) body.uploadedAt = s.clock.now()
        const made = await plants.change(c, caller, {
          ...change,
          body,
          from,
          to,
          expected: moved ? null : version,
        })
        const loops = [old, ...found].some((h) => h.body.loopByYear) || body.loopByYear
        await markLoops(c, hydro, loops)
        return {
          id,
          version: made,
          from: lower(from, old.effective_from),
          to: higher(to, old.effective_to),
          loops,
        }
      })
      plants.changed(hydro, done.loops ? null : done.from, done.loops ? null : done.to)
      return done
    },

    /**
     * Restores a former version. Versions of the same table are replaced without a question: the caller has seen them.
     */
    async again(caller: Caller, { id, version, seen, from, to, loopByYear, replaces, reason }: Again) {
      checkPeriod({ from, to }, loopByYear, caller.language)
      const { hydro } = caller
      const done = await locked(hydro, async (c, heads) => {
        const own = heads.filter((h) => h.item_id === id).map((h) => h.version_id)
        if (own.length !== seen.length || own.some((v) => !seen.includes(v))) throw conflict()
        const old = await readBody(c, hydro, version, id)
        const body: Table = { ...old, active: true, loopByYear }
        const others = heads.filter((h) => h.item_id !== id)
        const found = await settle(caller, others, { id, body, from, to }, true, replaces)
        if (!loopByYear) await switchOff(c, caller, found, { from, to })
        const seasonal = [...found, ...heads.filter((h) => h.item_id === id)].some((h) => h.body.loopByYear)
        // Among seasonal tables the one uploaded last is read, and the caller has chosen this one.
        if (seasonal || loopByYear) body.uploadedAt = s.clock.now()
        const made = await plants.change(c, caller, {
          hydroCode: hydro,
          noun: 'table',
          itemId: id,
          body,
          from,
          to,
          reason,
        })
        const loops = seasonal || loopByYear
        await markLoops(c, hydro, loops)
        return { id, version: made, loops }
      })
      plants.changed(hydro, done.loops ? null : from, done.loops ? null : to)
      return done
    },

    /** Ends a version at an instant (undefined: removes it from its whole period). */
    async retire(caller: Caller, id: string, version: string, from: number | null, reason: string | null) {
      const { hydro } = caller
      const old = await locked(hydro, async (c, heads) => {
        const held = heads.find((h) => h.version_id === version && h.item_id === id)
        if (!held) throw conflict()
        const start = later(from, held.effective_from)
        checkPeriod({ from: start, to: held.effective_to }, false, caller.language)
        await plants.change(c, caller, {
          hydroCode: hydro,
          noun: 'table',
          itemId: id,
          body: null,
          from: start,
          to: held.effective_to,
          reason,
          expected: version,
        })
        await markLoops(c, hydro, held.body.loopByYear)
        return held
      })
      plants.changed(hydro, old.body.loopByYear ? null : old.effective_from, old.effective_to)
    },

    /** Removes a table altogether. */
    async remove(caller: Caller, id: string) {
      const { hydro } = caller
      await locked(hydro, async (c, heads) => {
        if (!heads.some((h) => h.item_id === id)) throw notFound(id)
        await plants.change(c, caller, {
          hydroCode: hydro,
          noun: 'table',
          itemId: id,
          body: null,
          from: null,
          to: null,
          reason: null,
        })
      })
      plants.changed(hydro, null, null)
    },
  }
}

export type TableSave = ReturnType<typeof createSave>

export function overlapProblem(
  found: readonly TableVersionHead[],
  zone: string,
  language: Language,
): Problem {
  const named = found.map((h) => `${h.body.name}, ${periodText(h, zone)}`)
  return new Problem(
    409,
    'table_overlap',
    { names: named.slice(0, 5).join('; ') },
    {
      errors: named.map((names) => ({
        path: 'replaces',
        message: text('table_overlap', language, { names }),
        code: 'table_overlap',
      })),
    },
  )
}

function periodText(h: TableVersionHead, zone: string): string {
  const day = (t: number | null) => (t === null ? '…' : toLocal(t, zone).slice(0, 16))
  return `${day(h.effective_from)} – ${day(h.effective_to)}`
}

const later = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b))
const earlier = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b))
/** The earlier of two starts, where null is unbounded. */
const lower = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.min(a, b))
const higher = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.max(a, b))
