import type { z } from 'zod'
import { allInForce, inForce, type Description, type Version } from '#core/description/index.ts'
import type { FieldError } from '#contract/envelope.ts'
import { renamed, toCamel, toSnake } from '#contract/wire-case.ts'
import { fieldErrors } from '#contract/field-errors.ts'
import { gateSchema, unitSchema } from '#contract/seed/outlets.ts'
import { parametersSchema } from '#contract/seed/settings.ts'
import { positionSchema } from '#contract/seed/measuring.ts'
import { checkItem, type Plants, factsOf } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { badFields, conflict, notFound } from '#server/lib/errors.ts'
import { makeId } from '#server/lib/ids.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'

/** The nouns that the Basic API writes, with the name of their id on the wire. */
const KINDS = {
  position: { schema: positionSchema, id: 'measure_position_id' },
  unit: { schema: unitSchema, id: 'unit_id' },
  gate: { schema: gateSchema, id: 'exhaust_id' },
  parameters: { schema: parametersSchema, id: 'parameters_id' },
} as const
type Kind = keyof typeof KINDS

type WireItem = Record<string, unknown>
const META = ['hydro_code', 'version', 'effective_from', 'reason']

interface Items {
  list(caller: Caller, kind: Kind): Promise<WireItem[]>
  /** Adds items without an id and changes the given fields of the others: all, or none. `path` names each in errors. */
  put(
    caller: Caller,
    kind: Kind,
    input: readonly WireItem[],
    path: (i: number) => string,
  ): Promise<WireItem[]>
  remove(
    caller: Caller,
    kind: Kind,
    ids: readonly string[],
    input: { effective_from?: string; reason?: string },
  ): Promise<void>
}

const versionsOf = (d: Description, kind: Kind): readonly Version<unknown>[] =>
  ({ position: d.positions, unit: d.units, gate: d.gates, parameters: d.parameters })[kind]

const shown = (kind: Kind, v: Version<unknown>): WireItem => ({
  [KINDS[kind].id]: v.id,
  version: v.version,
  ...(renamed(v.body, toSnake) as WireItem),
})

/** Reads and writes items of the description under their wire names. */
export function createItems(
  s: Services,
  { plants, registry }: { plants: Plants; registry: Registry },
): Items {
  const items: Items = {
    async list(caller, kind) {
      const d = await plants.describe(caller.hydro)
      return allInForce(versionsOf(d, kind), s.clock.now()).map((v) => shown(kind, v))
    },

    async put(caller, kind, input, path) {
      const now = s.clock.now()
      const zone = await plants.zone(caller.hydro)
      const changesOf = (description: Description, facts: ReturnType<typeof factsOf>) => {
        const errors: FieldError[] = []
        const changes = input.map((one, i) => {
          const at = instantOfInput(one, zone, now, path(i))
          const named = one[KINDS[kind].id] as string | undefined
          const all = versionsOf(description, kind)
          const old = inForce(
            all.filter((v) => v.id === named),
            at,
          )
          if (named !== undefined && !all.some((v) => v.id === named)) throw notFound(named)
          if (one.version !== undefined && one.version !== old?.version) throw conflict()
          const fields = Object.fromEntries(
            Object.entries(one).filter(([k]) => !META.includes(k) && k !== KINDS[kind].id),
          )
          const before = old ? (renamed(old.body, toSnake) as WireItem) : {}
          const wire = { ...before, ...fields }
          const parsed = (KINDS[kind].schema as z.ZodType).safeParse(renamed(wire, toCamel))
          const id = named ?? (kind === 'parameters' ? kind : makeId(kind.slice(0, 2), now))
          if (!parsed.success) errors.push(...inWire(fieldErrors(parsed.error, caller.language, ''), path(i)))
          else {
            const known = { ...facts, description, at }
            const found = checkItem(kind, id, parsed.data, known, caller.language)
            errors.push(...inWire(found, path(i)))
          }
          return { id, at, to: old?.to ?? null, expected: old?.version ?? null, body: parsed.data, one }
        })
        if (errors.length > 0) throw badFields(errors)
        return changes
      }
      const facts = factsOf(await registry.list(caller.hydro))
      const changes = await s.db.tx(async (c) => {
        // If two take the same name at once, the second finds it taken.
        const description = await plants.locked(c, caller.hydro)
        const list = changesOf(description, facts)
        for (const change of list)
          await plants.change(c, caller, {
            hydroCode: caller.hydro,
            noun: kind,
            itemId: change.id,
            body: change.body,
            from: change.at,
            to: change.to,
            reason: (change.one.reason as string | undefined) ?? null,
            expected: change.expected,
          })
        return list
      })
      plants.changed(caller.hydro, Math.min(...changes.map((c) => c.at)), null)
      const after = versionsOf(await plants.fresh(caller.hydro), kind)
      return changes.map(({ id, at }) => {
        const held = inForce(
          after.filter((v) => v.id === id),
          at,
        )
        return shown(kind, held!)
      })
    },

    async remove(caller, kind, ids, input) {
      const now = s.clock.now()
      const at = instantOfInput(input, await plants.zone(caller.hydro), now, '')
      const all = versionsOf(await plants.fresh(caller.hydro), kind)
      const olds = ids.map((id) => {
        const old = inForce(
          all.filter((v) => v.id === id),
          at,
        )
        if (!old) throw notFound(id)
        return old
      })
      await s.db.tx(async (c) => {
        for (const old of olds)
          await plants.change(c, caller, {
            hydroCode: caller.hydro,
            noun: kind,
            itemId: old.id,
            body: null,
            from: at,
            to: old.to,
            reason: input.reason ?? null,
            expected: old.version,
          })
      })
      plants.changed(caller.hydro, at, null)
    },
  }
  return items
}

function instantOfInput(input: WireItem, zone: string, now: number, path: string): number {
  const text = input.effective_from
  return typeof text === 'string' ? instantOf(text, zone, below(path, 'effective_from')) : now
}

/** Errors with wire names, below the path of the item. */
function inWire(errors: readonly FieldError[], path: string): FieldError[] {
  return errors.map((e) => {
    return { ...e, path: below(path, toSnake(e.path.replace(/^body\./, ''))) }
  })
}

const below = (path: string, own: string) => [path, own].filter((part) => part !== '').join('.')
