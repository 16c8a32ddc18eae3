import { inForce, type Description, type Plant } from '#core/description/index.ts'
import { fromLocal } from '#core/time/index.ts'
import { type MessageCode } from '#contract/messages.ts'
import { endOfSecond, type History, type AsOf } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { notFound, refuseField } from '#server/lib/errors.ts'
import { WithMeta, type Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import type { LastOf } from './records.ts'

/** Reads a reservoir as it is, or as it was known at a chosen time. */
export interface View extends Pick<
  AsOf,
  'read' | 'readShown' | 'readShownIn' | 'shown' | 'last' | 'thin' | 'bins'
> {
  hydro: string
  /** The instant that counts as the present, epoch ms. */
  at: number
  /** Whether that is in the past. */
  known: boolean
  description: Description
  plant: Plant
  /** Wraps an answer with the time as of which it was read, unless that is the present. */
  answer<T>(data: T): T | WithMeta<T>
}

/** A local time of the plant, or epoch ms. */
type KnownAt = string | number | undefined

type ViewOf = (caller: Pick<Caller, 'hydro' | 'language'>, knownAt?: KnownAt) => Promise<View>

export function createViews(s: Services & { plants: Plants; history: History }): ViewOf {
  const { plants, history } = s
  const make = async (hydro: string, at: number, then: AsOf | null): Promise<View> => {
    const description = await plants.describe(hydro, then ? endOfSecond(then.knownAt) : undefined)
    const plant = (inForce(description.plant, at) ?? description.plant.at(-1))?.body
    if (!plant) throw notFound(hydro)
    const source = then ?? history
    return {
      hydro,
      at,
      known: then !== null,
      description,
      plant,
      read: source.read,
      readShown: source.readShown,
      readShownIn: source.readShownIn,
      shown: source.shown,
      last: (code, series) => source.last(code, series),
      thin: source.thin,
      bins: source.bins,
      answer: (data) => (then ? new WithMeta(data, { known_at: then.knownAt }) : data),
    }
  }

  return async ({ hydro, language }, knownAt) => {
    const now = s.clock.now()
    if (knownAt === undefined) return make(hydro, now, null)
    const refuse = (code: MessageCode, params = {}) => refuseField(language, 'known_at', code, params)
    const zone = await plants.zone(hydro)
    const t = /^\d+$/.test(String(knownAt)) ? Number(knownAt) : fromLocal(String(knownAt), zone)
    if (t === null) throw refuse('invalid_time', { value: knownAt })
    if (t > now) throw refuse('known_in_future')
    if (t < history.knownFrom()) throw refuse('known_no_longer')
    const { plant } = await plants.describe(hydro, endOfSecond(t))
    if (plant.length === 0) throw refuse('known_before_first')
    return make(hydro, t, history.asKnown(t))
  }
}

/** A lookup of the last entry of every series; null for NaN. */
export async function lastValues(view: View): Promise<LastOf> {
  const last = await view.last(view.hydro)
  return (code) => {
    const e = last.get(code)
    return e ? { t: e.t, v: Number.isNaN(e.v) ? null : e.v, q: e.q } : null
  }
}
