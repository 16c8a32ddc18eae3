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

/** A table that is to come into force. */
interface Save extends TablePeriod {
  body: Table
  replaces: readonly string[]
  reason: string | null
  /** The upload that its file came with. */
  uploadId?: string
  /** A file that comes with it, and is kept only if the table is. */
  file?: { name: string; contentType: string; bytes: Buffer }
}

/** A former version of a table that comes back in force. */
interface Again extends TablePeriod {
  id: string
  version: string
  /** Versions of the table that held when it was asked for. */
  seen: readonly string[]
  loopByYear: boolean
  replaces: readonly string[]
  reason: string | null
}

interface TableChange extends TablePeriod {
  id: string
  /** What it was made from. */
  version: string
  body: Pick<Table, 'name' | 'active' | 'loopByYear'>
  replaces: readonly string[]
  reason: string | null
}

/** Whose period meets that of a table that is to be active. own: the version that it takes the place of. */
export function overlapsOf(
  heads: readonly TableVersionHead[],
  candidate: TablePeriod & { id: string; own?: string; body: Pick<Table, 'group' | 'object' | 'loopByYear'> },
  zone: string,
): TableVersionHead[] {
  const others = heads.filter((h) => h.version_id !== candidate.own)
  const { id, body, from, to } = candidate
  // Other versions of the same table stand in its way like any other.
  const apart = others.map((h): Version<Table> => ({ ...asVersion(h), id: h.version_id }))
  const found = overlapping(apart, { id: `new ${id}`, from: from ?? -Infinity, to, body }, zone)
  const versions = new Set(found.map((v) => v.version))
  return others.filter((h) => versions.has(h.version_id))
}

/** @throws Problem for a period that cannot be */
export function checkPeriod({ from, to }: TablePeriod, loopByYear: boolean, language: Language): void {
  if (from !== null && to !== null && from >= to)
    throw refuseField(language, 'to', 'from_after_to', {}, { as: 'invalid_range' })
  if (loopByYear && (from === null || to === null || to - from > YEAR))
    throw refuseField(language, 'loop_by_year', 'loop_needs_period')
}

/** Puts tables in force, one at a time for a plant, so that of two who save the second sees what the first did. */
export function createSave(s: Services, plants: Plants) {
  const who = (caller: Caller) => ({ actor: caller.actor, address: caller.address, hydro: caller.hydro })

  /** Holds the plant's description still, as every change of it does. */
  const locked = <T>(
    hydro: string,
    fn: (c: pg.PoolClient, heads: TableVersionHead[]) => Promise<T>,
  ): Promise<T> =>
    s.db.tx(async (c) => {
      await lockPlant(c, hydro)
      return fn(c, await readHeads(c, hydro))
    })

  /** Asks about, or holds the caller to, the tables in the way. */
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
   * Switches tables off while a plain period lasts. A table that loops needs none: of several in season the latest
   * upload is read, and it is to be read again when the new one has ended.
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
      await plants.change(c, who(caller), {
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

  /** A table that loops is read in every year, also before its first. */
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
        // It becomes a version of what it replaces; but a season beside a table for always is a table of its own.
        const heir = found
          .toSorted((a, b) => b.body.uploadedAt - a.body.uploadedAt)
          .find((h) => !body.loopByYear || h.body.loopByYear)
        const itemId = heir?.item_id ?? makeId('ta', s.clock.now())
        if (!body.loopByYear)
          await switchOff(
            c,
            caller,
            found.filter((h) => h.item_id !== itemId),
            { from, to },
          )
        if (file) body.fileId = await keepFile(c, hydro, caller.actor, s.clock.now(), file)
        const version = await plants.change(c, who(caller), {
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
          await plants.change(c, who(caller), {
            ...change,
            body: null,
            from: old.effective_from,
            to: old.effective_to,
            expected: version,
          })
        const others = found.filter((h) => h.item_id !== id)
        if (!body.loopByYear) await switchOff(c, caller, others, { from, to })
        // Where a season is concerned the latest upload is read: somebody has said that it is this one.
        if (others.some((h) => h.body.loopByYear || body.loopByYear)) body.uploadedAt = s.clock.now()
        const made = await plants.change(c, who(caller), {
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

    /** Versions of the same table give way without a question: who asks has them before him. */
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
        // Where a season is concerned the latest upload is read: somebody has said that it is this one.
        if (seasonal || loopByYear) body.uploadedAt = s.clock.now()
        const made = await plants.change(c, who(caller), {
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

    /** Takes a version out from an instant on (undefined: over its whole period). */
    async retire(caller: Caller, id: string, version: string, from: number | null, reason: string | null) {
      const { hydro } = caller
      const old = await locked(hydro, async (c, heads) => {
        const held = heads.find((h) => h.version_id === version && h.item_id === id)
        if (!held) throw conflict()
        const start = later(from, held.effective_from)
        checkPeriod({ from: start, to: held.effective_to }, false, caller.language)
        await plants.change(c, who(caller), {
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

    /** Takes a table out altogether. */
    async remove(caller: Caller, id: string) {
      const { hydro } = caller
      await locked(hydro, async (c, heads) => {
        if (!heads.some((h) => h.item_id === id)) throw notFound(id)
        await plants.change(c, who(caller), {
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
/** Of starts and ends where null is without bound. */
const lower = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.min(a, b))
const higher = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.max(a, b))
