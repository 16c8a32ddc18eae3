import { z } from 'zod'
import { ALL_GROUPS, type Group } from '#core/description/index.ts'
import { seedId, name, number } from './rules.ts'

export const tableSchema = z.strictObject({
  group: z.enum(ALL_GROUPS as unknown as [Group, ...Group[]]),
  name,
  object: seedId.nullable().default(null),
  fileName: z.string().default(''),
  fileId: z.string().nullish(),
  uploadedAt: z.number().default(0),
  active: z.boolean().default(true),
  loopByYear: z.boolean().default(false),
  rows: z.array(z.array(number)).min(2),
  units: z
    .strictObject({ v: z.enum(['10^6 m3', 'm3']).optional(), p: z.enum(['MW', 'kW']).optional() })
    .default({}),
  headKind: z.enum(['gross', 'net']).optional(),
  method: z.literal('linear').optional(),
  meaning: z.string().optional(),
})
