import { seedSchema } from '#contract/seed.ts'
import { fieldErrors } from '#contract/field-errors.ts'
import type { DescriptionSeed } from '#contract/description.ts'
import type { z } from 'zod'
import type { ImportContext } from './context.ts'
import { ImportError, importError, type Word } from './words.ts'

/** Issues of a schema as problems with their paths, in both languages. */
export function problemsOf(error: z.ZodError, word: Word): ImportError {
  const vi = fieldErrors(error, 'vi', '-')
  return new ImportError(
    fieldErrors(error, 'en', '-').map(({ path, message }, i) => ({
      word,
      params: { path, detail: message, detail_vi: vi[i].message },
    })),
  )
}

export function parseSeed(input: unknown): DescriptionSeed {
  const parsed = seedSchema.safeParse(input)
  if (!parsed.success) throw problemsOf(parsed.error, 'bad_seed')
  return parsed.data
}

/** Creates a reservoir with its series. Throws ImportError where it exists or the description is faulty. */
export async function importPlant(ctx: ImportContext, input: unknown): Promise<DescriptionSeed> {
  const seed = parseSeed(input)
  const { hydroCode: plant } = seed
  if ((await ctx.plants.codes()).includes(plant)) throw importError('plant_exists', { plant })
  await ctx.plants.create({ actor: ctx.actor, address: null, hydro: plant }, seed)
  for (const series of seed.series) await ctx.registry.put(plant, series, { actor: ctx.actor, address: null })
  // Registers computed series along with sent ones, before the loop first runs for the plant.
  await ctx.calculation.publish.declare(await ctx.plants.fresh(plant))
  return seed
}
