import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { localTime } from './fields.ts'
import { objectId as id, line, page, reason, search } from './validation.ts'

/** Changes of a reservoir's description, the description at a time, and the whole of it as one file. */
const base = 'main' as const

export const NOUNS = [
  'plant',
  'position',
  'gate',
  'unit',
  'station',
  'sensor',
  'table',
  'parameters',
  'settings',
  'check',
  'calendar',
  'tariff',
  'deduction',
] as const
export const noun = z.enum(NOUNS)
export type DescribedNoun = (typeof NOUNS)[number]
/** Nouns of prices, which need a permission of their own; files written before there were prices do not list nouns. */
export const PRICE_NOUNS: readonly DescribedNoun[] = ['calendar', 'tariff', 'deduction']

const why = reason.refine((v) => v !== null, { error: 'required' })

type DifferenceValue = string | number | boolean | null | DifferenceValue[]
/** Lists are typed as lists of anything: generators of clients cannot type a schema that contains itself. */
const differenceValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
]) as z.ZodType<DifferenceValue>
/** path: field names from outside in; '#' begins the id or position of an element of a list. */
const difference = z.object({ path: z.array(z.string()), before: differenceValue, after: differenceValue })

/** A version that was replaced, and over which span; epoch ms, null: always, and open. */
const replaced = z.object({
  version: z.string().nullable(),
  from: z.number().nullable(),
  to: z.number().nullable(),
  differences: z.array(difference),
})

export const describedChange = z.object({
  change_id: z.string(),
  /** Epoch ms. */
  at: z.number(),
  by: z.string(),
  /** User or token name at the time; null for commands. */
  by_name: z.string().nullable(),
  act: z.enum(['add', 'update', 'retire']),
  noun,
  id: z.string(),
  name: z.string().nullable(),
  reason: z.string().nullable(),
  /** The span that was changed, epoch ms. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** The version that it created; null where it retired the item, or in records that are older than versions. */
  version: z.string().nullable(),
  /** The differences to each replaced version; of an added or retired item, all of its fields. */
  replaced: z.array(replaced),
})
export type DescribedChange = z.infer<typeof describedChange>

export const listChanges = endpoint({
  base,
  method: 'GET',
  path: '/v1/description/changes',
  access: 'settings.view',
  reads: ['description', 'tables'],
  large: true,
  summary:
    'Changes of the description, newest first, 25 a page: who, when, why, for which period, and the differences field by field.',
  query: z.object({
    /** Local time of the plant; from is included, to is excluded. */
    from: localTime.optional(),
    to: localTime.optional(),
    noun: noun.optional(),
    item: id.optional(),
    /** Account id, or part of a name. */
    by: search.optional(),
    page: page.default(1),
  }),
  data: z.object({
    changes: z.array(describedChange),
    total: z.number(),
    page: z.number(),
    page_size: z.number(),
  }),
})

export const describedItem = z.object({
  noun,
  id: z.string(),
  version: z.string(),
  name: z.string().nullable(),
  from: z.number().nullable(),
  to: z.number().nullable(),
  recorded_at: z.number(),
  recorded_by_name: z.string().nullable(),
  reason: z.string().nullable(),
  /** All of its fields, as differences to nothing. */
  fields: z.array(difference),
  /** Whether the same version is in force now. */
  present: z.boolean(),
  /** Differences to the version in force now; null where there is none. */
  since: z.array(difference).nullable(),
  /** The version in force now; null where there is none. */
  present_version: z.string().nullable(),
})
export type DescribedItem = z.infer<typeof describedItem>

export const getDescriptionAt = endpoint({
  base,
  method: 'GET',
  path: '/v1/description/at',
  access: 'settings.view',
  reads: ['description'],
  large: true,
  summary: 'Everything in force at a local time, as known now or, with known, as it was known then.',
  query: z.object({ day: localTime, known: localTime.optional() }),
  data: z.object({ at: z.number(), known: z.number().nullable(), items: z.array(describedItem) }),
})

export const getDescribedVersion = endpoint({
  base,
  method: 'GET',
  path: '/v1/description/version',
  access: 'settings.view',
  reads: ['description'],
  summary:
    'One version of an item, whether it is in force or was replaced, and how it differs from the one in force now.',
  query: z.object({ noun, id, version: id }),
  data: describedItem,
})

export const restoreVersion = endpoint({
  base,
  method: 'POST',
  path: '/v1/description/restore',
  access: 'settings.update',
  changes: ['description', 'tables'],
  summary:
    'Puts an earlier version of one item in force again, as a new version: over the period of the present version, or from a local time on. Also needs the permission to change that kind of item. 409 when the present version is another one.',
  body: z.strictObject({
    noun,
    id,
    version: id,
    /** The version in force now, which is to be replaced; null: none. */
    expected: id.nullable(),
    from: localTime.nullable().optional(),
    reason: why,
  }),
  data: z.object({ id: z.string(), version: z.string() }),
})

/** The format of the file; a program reads its own version and older ones. */
export const BUNDLE_FORMAT = 'forebay-configuration'
export const BUNDLE_VERSION = 2
export const BUNDLE_LIMIT = 64 * 1024 * 1024

/** Instants in ISO 8601. */
const instant = z.iso.datetime().nullable()

export const bundleContent = z.strictObject({
  series: z.array(
    z.strictObject({
      code: z.string(),
      name: z.string(),
      unit: z.string(),
      kind: z.enum(['instant', 'mean', 'total', 'step']),
      step_s: z.number().nullable(),
    }),
  ),
  items: z.array(
    z.strictObject({
      noun,
      id,
      periods: z
        .array(z.strictObject({ from: instant, to: instant, body: z.record(z.string(), z.unknown()) }))
        .min(1),
    }),
  ),
  /** Kinds of items that the file has all of; absent: all but prices. Of others, nothing is retired. */
  nouns: z.array(noun).optional(),
  files: z.array(z.strictObject({ id, name: line(200), content_type: line(200), base64: z.string() })),
})
export type BundleContent = z.infer<typeof bundleContent>

export const bundle = z.strictObject({
  format: z.literal(BUNDLE_FORMAT),
  version: z.number().int().min(1),
  /** Release that wrote the file. */
  product: z.string(),
  exported_at: z.iso.datetime(),
  hydro_code: z.string(),
  name: z.string(),
  /** Of hydro_code and content, keys sorted, without blanks. */
  sha256: z.string(),
  content: bundleContent,
})
export type Bundle = z.infer<typeof bundle>

export const exportBundle = endpoint({
  base,
  method: 'GET',
  path: '/v1/description/bundle',
  access: 'settings.update',
  large: true,
  summary:
    'The whole configuration as one JSON file: every item with its periods (prices where the caller may see them), tables with their original files, the list of series, and a checksum.',
  answer: 'binary',
  data: z.null(),
})

const planned = z.object({
  noun,
  id: z.string(),
  name: z.string().nullable(),
  act: z.enum(['add', 'change', 'retire', 'same']),
  /** The changed spans, epoch ms; empty for 'same'. */
  periods: z.array(
    z.object({
      from: z.number().nullable(),
      to: z.number().nullable(),
      differences: z.array(difference),
    }),
  ),
})
export type PlannedItem = z.infer<typeof planned>

export const bundlePlan = z.object({
  hydro_code: z.string(),
  name: z.string(),
  exported_at: z.string(),
  product: z.string(),
  /** Whether the file is from the same reservoir. */
  same_plant: z.boolean(),
  /** Digest of what is in force now; the import sends it, and is refused when anything has changed since. */
  state: z.string(),
  items: z.array(planned),
  series: z.array(
    z.object({ code: z.string(), act: z.enum(['add', 'change']), differences: z.array(difference) }),
  ),
  files: z.number(),
})
export type BundlePlan = z.infer<typeof bundlePlan>

/** The file as it was downloaded; its items are checked one by one, so that each fault is reported. */
const given = {
  bundle: z.unknown(),
  /** Whether a file of another reservoir is accepted. */
  other_plant: z.boolean().default(false),
  /** Only these items; absent: everything, and what the file does not have of its kinds of items is retired. */
  only: z.array(z.strictObject({ noun, id })).min(1).max(1000).optional(),
}

export const previewBundle = endpoint({
  base,
  method: 'POST',
  path: '/v1/description/bundle/preview',
  access: 'settings.update',
  changes: [],
  summary:
    'What an import of a configuration file would add, change and retire, item by item; stores nothing.',
  bodyLimit: BUNDLE_LIMIT,
  body: z.strictObject(given),
  data: bundlePlan,
})

export const importBundle = endpoint({
  base,
  method: 'POST',
  path: '/v1/description/bundle/import',
  access: 'settings.update',
  changes: ['description', 'tables'],
  summary:
    'Imports a configuration file, all of it or single items, in one transaction. state: that of the preview. Needs the permission to change each kind of item that changes.',
  bodyLimit: BUNDLE_LIMIT,
  body: z.strictObject({ ...given, state: z.string(), reason: why }),
  data: z.object({ added: z.number(), changed: z.number(), retired: z.number(), series: z.number() }),
})
