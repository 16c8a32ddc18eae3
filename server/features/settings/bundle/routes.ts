import { toLocal } from '#core/time/index.ts'
import * as contract from '#contract/changes.ts'
import type { Language } from '#contract/messages.ts'
import { record } from '#server/features/audit/index.ts'
import { takeFile } from '#server/lib/files.ts'
import { lockPlant } from '#server/features/plants/index.ts'
import type { DescriptionChange, Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { conflict, tooLarge } from '#server/lib/errors.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { requireChangeRights, maySee, seenBy } from '../words.ts'
import { bundleFiles, readContent, stateOf, type BundleDatabase } from './content.ts'
import { faultsOf, bundlePlanOf, shownPlan } from './plan.ts'
import { faults, readBundle } from './read.ts'
import { writeBundle } from './write.ts'

interface ImportRequest {
  bundle?: unknown
  other_plant: boolean
  only?: { noun: contract.DescribedNoun; id: string }[]
}

/** Kinds of items that a caller must see. Who does not see prices exports a file without, and changes none. */
const SEEN = contract.NOUNS.filter((noun) => !contract.PRICE_NOUNS.includes(noun))

/** Exports and imports the configuration as one file. */
export function serveBundle(
  serve: Serve,
  s: Services,
  { plants, registry }: { plants: Plants; registry: Registry },
): void {
  serve(contract.exportBundle, async ({ caller, reply }) => {
    maySee(caller, SEEN)
    const { hydro } = caller
    const plant = await plants.plant(hydro)
    const file = await writeBundle(s, hydro, plant.name, seenBy(caller))
    const json = JSON.stringify(file)
    if (json.length > contract.BUNDLE_LIMIT) throw tooLarge('too_large', { limit: '64 MiB' })
    const now = s.clock.now()
    await record(s.db.pool, now, caller, {
      act: 'export',
      noun: 'configuration',
      after: { sha256: file.sha256 },
    })
    const day = toLocal(now, plant.zone).replace(/[: ]/g, '-')
    await reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="forebay-${hydro}-${day}.json"`)
      .header('cache-control', 'no-store')
      .send(json)
    return null
  })

  /** The plan of a file over the configuration in `db`. @throws Problem with its faults */
  const planned = async (db: BundleDatabase, caller: Caller, request: ImportRequest) => {
    const { hydro, language } = caller as { hydro: string; language: Language }
    const given = readBundle(request.bundle, { hydroCode: hydro, otherPlant: request.other_plant }, language)
    const held = await readContent(db, hydro)
    const plan = bundlePlanOf(held, given, request.only, seenBy(caller))
    const errors = faultsOf(plan, held, hydro, s.clock.now(), language)
    if (errors.length > 0) throw faults(errors)
    return { given, plan, state: stateOf(held) }
  }

  serve(contract.previewBundle, async ({ body, caller }) => {
    maySee(caller, SEEN)
    const { given, plan, state } = await planned(s.db.pool, caller, body)
    return shownPlan(plan, given, state, caller.hydro)
  })

  serve(contract.importBundle, async ({ body, caller }) => {
    maySee(caller, SEEN)
    const { hydro } = caller
    const done = await s.db.tx(async (c) => {
      // Locks the description between comparing and writing.
      await lockPlant(c, hydro)
      const { given, plan, state } = await planned(c, caller, body)
      if (state !== body.state) throw conflict()
      const acting = plan.items.filter((i) => i.act !== 'same')
      requireChangeRights(
        caller,
        acting.map((i) => i.noun),
      )
      // Sensors write to series, so new ones need their permission.
      if (plan.series.length > 0) requireChangeRights(caller, ['sensor'])
      const now = s.clock.now()
      for (const { entry } of plan.series) await registry.putIn(c, hydro, entry, caller)
      const needed = new Set(bundleFiles(acting.flatMap((i) => i.steps.map((step) => step.after))))
      for (const file of given.bundle.content.files)
        if (needed.has(file.id)) {
          const taken = await takeFile(c, hydro, caller.actor, now, {
            fileId: file.id,
            name: file.name,
            contentType: file.content_type,
            bytes: Buffer.from(file.base64, 'base64'),
          })
          if (!taken) throw conflict('bundle_file_taken', { name: file.name })
        }
      const changes = acting.flatMap((item) =>
        item.steps.map((step): DescriptionChange => ({
          hydroCode: hydro,
          noun: item.noun,
          itemId: item.id,
          body: step.after,
          from: step.from,
          to: step.to,
          reason: body.reason,
        })),
      )
      await plants.changeAll(c, caller, hydro, changes)
      const count = (act: string) => acting.filter((i) => i.act === act).length
      const result = {
        added: count('add'),
        changed: count('change'),
        retired: count('retire'),
        series: plan.series.length,
      }
      await record(c, now, caller, {
        act: 'import',
        noun: 'configuration',
        item: given.bundle.hydro_code,
        itemName: given.bundle.name,
        after: { ...result, sha256: given.bundle.sha256, exported_at: given.bundle.exported_at },
        reason: body.reason,
      })
      return result
    })
    registry.forget(hydro)
    plants.changed(hydro, null, null)
    return done
  })
}
