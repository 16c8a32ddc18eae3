import { z } from 'zod'
import type { Permission } from '#core/access/index.ts'
import { endpoint } from './endpoint.ts'
import { localTime } from './fields.ts'
import { BODIES } from './seed/bodies.ts'
import { objectId as id } from './validation.ts'

/** Every item of a plant's description is read and changed through the same five calls. */
const base = 'main' as const
const reason = z.string().trim().max(500).nullish()
/** Id of a new item. */
const plainId = z
  .string()
  .max(60)
  .regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/, { error: 'wrong_format' })

/** Local time of the plant at which something comes into force; null: always. */
const start = localTime.nullable()

/** One version of an item. Times are epoch ms; from null: always, to null: open. */
function versionOf<B extends z.ZodType>(body: B) {
  return z.object({
    id: z.string(),
    version: z.string(),
    from: z.number().nullable(),
    to: z.number().nullable(),
    recorded_at: z.number(),
    recorded_by: z.string(),
    /** Name of the account; null for tokens and commands. */
    recorded_by_name: z.string().nullable(),
    reason: z.string().nullable(),
    /** When another record replaced it; null while it is in force. */
    superseded_at: z.number().nullable(),
    /** Who replaced it, and why, by the audit log. */
    superseded_by_name: z.string().nullable(),
    superseded_reason: z.string().nullable(),
    body,
  })
}

export const versionId = z.object({ id: z.string(), version: z.string() })

interface Permissions {
  view: Permission
  update: Permission
}

function items<B extends z.ZodType>(noun: string, body: B, { view, update }: Permissions) {
  const path = `/v1/description/${noun}` as const
  const version = versionOf(body)
  return {
    list: endpoint({
      base,
      method: 'GET',
      path,
      access: view,
      reads: ['description'],
      summary: `Every ${noun} in force at a time (local, now when absent), as it was known at another (known).`,
      query: z.object({ at: localTime.optional(), known: localTime.optional() }),
      data: z.array(version),
    }),
    history: endpoint({
      base,
      method: 'GET',
      path: `${path}/{id}/history`,
      access: view,
      reads: ['description'],
      summary: `All versions of one ${noun}, including replaced ones, newest record first.`,
      params: z.object({ id }),
      data: z.array(version),
    }),
    add: endpoint({
      base,
      method: 'POST',
      path,
      access: update,
      changes: ['description'],
      status: 201,
      summary: `Adds a ${noun} from a local time on (null: always).`,
      body: z.object({ id: plainId.optional(), body, from: start, reason }),
      data: versionId,
    }),
    change: endpoint({
      base,
      method: 'PATCH',
      path: `${path}/{id}`,
      access: update,
      changes: ['description'],
      summary: `Changes a ${noun}: without from over the whole period of the named version, with it from then on. 409 when that version is no longer in force.`,
      params: z.object({ id }),
      body: z.object({ version: z.string(), body, from: start.optional(), reason }),
      data: versionId,
    }),
    retire: endpoint({
      base,
      method: 'POST',
      path: `${path}/{id}/retire`,
      access: update,
      changes: ['description'],
      summary: `Retires a ${noun} from a local time on (null: as if it had never existed); its versions stay readable.`,
      params: z.object({ id }),
      body: z.object({ version: z.string(), from: start, reason }),
      data: versionId,
    }),
  }
}

const information = { view: 'information.view', update: 'information.update' } as const
const settings = { view: 'settings.view', update: 'settings.update' } as const
const stations = { view: 'stations.view', update: 'stations.update' } as const
const sensors = { view: 'sensor.view', update: 'sensor.update' } as const

const price = { view: 'price', update: 'price' } as const
const quality = { view: 'quality.view', update: 'quality.update' } as const

/** plant, parameters and settings are one item each, with the noun as id. */
export const ITEMS = {
  plant: items('plant', BODIES.plant, information),
  position: items('position', BODIES.position, information),
  gate: items('gate', BODIES.gate, information),
  unit: items('unit', BODIES.unit, information),
  station: items('station', BODIES.station, stations),
  sensor: items('sensor', BODIES.sensor, sensors),
  parameters: items('parameters', BODIES.parameters, settings),
  settings: items('settings', BODIES.settings, settings),
  check: items('check', BODIES.check, quality),
  calendar: items('calendar', BODIES.calendar, price),
  tariff: items('tariff', BODIES.tariff, price),
  deduction: items('deduction', BODIES.deduction, price),
} as const
export type ItemNoun = keyof typeof ITEMS
