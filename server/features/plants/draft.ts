import { inForce, withChange, type Description, type Version } from '#core/description/index.ts'
import type { FieldError } from '#contract/envelope.ts'
import type { Language } from '#contract/messages.ts'
import { badFields, notFound, refuseField } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import { checkItem, checkRetired, type Known } from './checks.ts'
import type { Noun } from './store.ts'

const LISTS = {
  plant: 'plant',
  position: 'positions',
  gate: 'gates',
  unit: 'units',
  station: 'stations',
  sensor: 'sensors',
  parameters: 'parameters',
  calendar: 'calendars',
  tariff: 'tariffs',
  deduction: 'deductions',
} as const satisfies Partial<Record<Noun, keyof Description>>

/** The draft of a change of an item, as the calls of the description take it. */
interface ItemDraft {
  noun: keyof typeof LISTS
  /** Of an existing item; absent: a new one. */
  id?: string
  /** null: retired. */
  body: unknown
  /** Local; null: always; absent: the period of the version in force. */
  from?: string | null
}

interface DraftContext extends Pick<Known, 'unitOf' | 'kindOf' | 'stepOf'> {
  language: Language
  zone: string
  now: number
}

/** The description with the draft of a change of an item, validated as by its own call. where: the path of the draft. */
export function withDraft(
  d: Description,
  change: ItemDraft,
  where: string,
  { language, zone, now, unitOf, kindOf }: DraftContext,
): Description {
  const { noun, body } = change
  const list = d[LISTS[noun]] as Version<unknown>[]
  const single = noun === 'plant' || noun === 'parameters'
  const id = single ? noun : change.id
  const own = list.filter((v) => v.id === id)
  if (id !== undefined && !single && own.length === 0) throw notFound(id)
  if (body === null && own.length === 0) throw notFound(id ?? noun)
  const held = inForce(own, now) ?? own.at(-1)
  const from =
    change.from === undefined
      ? (held?.from ?? -Infinity)
      : change.from === null
        ? -Infinity
        : instantOf(change.from, zone, `${where}.from`)
  const to = held?.to ?? null
  if (to !== null && from >= to)
    throw refuseField(language, `${where}.from`, 'from_after_to', {}, { as: 'invalid_range' })
  if (body !== null) {
    const known = {
      unitOf,
      kindOf,
      description: d,
      at: Number.isFinite(from) ? from : now,
      period: { from, to },
    }
    const errors = checkItem(noun, id ?? null, body, known, language)
    if (errors.length > 0) {
      const at = errors.map((e): FieldError => ({ ...e, path: `${where}.${e.path}` }))
      throw badFields(at)
    }
  }
  if (body === null && id !== undefined) {
    const errors = checkRetired(noun, id, d, { from, to }, language)
    if (errors.length > 0)
      throw badFields(errors.map((e): FieldError => ({ ...e, path: `${where}.${e.path}` })))
  }
  return { ...d, [LISTS[noun]]: withChange(list, { id: id ?? 'draft', body, from, to }) }
}
