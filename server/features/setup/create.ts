import type pg from 'pg'
import { groupInfo, validateRows } from '#core/tables/index.ts'
import type { DescriptionSeed } from '#contract/description.ts'
import type { FieldError } from '#contract/envelope.ts'
import { text } from '#contract/messages.ts'
import { issueText } from '#contract/table-issues.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { badFields, conflict } from '#server/lib/errors.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { isCodeTaken, isOtherThere, removeDraft } from './store.ts'

/**
 * Creates a reservoir with all its series in one transaction, and deletes the draft. @throws Problem 400 naming the
 * field, 409 where the draft changed or the code is taken
 */
export async function createReservoir(
  s: Services,
  { plants, registry }: { plants: Plants; registry: Registry },
  caller: Caller,
  version: number | null,
  seed: DescriptionSeed,
): Promise<{ hydro_code: string; series: string[] }> {
  const errors = await problemsOf(s, caller, seed)
  if (errors.length > 0) throw badFields(errors)
  const { hydroCode } = seed
  const actor = { actor: caller.actor, address: caller.address, hydro: hydroCode }
  const now = s.clock.now()
  const tables = seed.tables.map((t) => ({ ...t, body: { ...t.body, uploadedAt: now } }))
  await plants.create(actor, { ...seed, tables }, null, async (c) => {
    if (!(await removeDraft(c, version))) throw conflict()
    await onlyOne(s, c, hydroCode)
    for (const series of seed.series) await registry.putIn(c, hydroCode, series, actor)
  })
  registry.forget(hydroCode)
  return { hydro_code: hydroCode, series: seed.series.map((x) => x.code) }
}

/** Refuses a second reservoir where there may be only one, also when two are created at once. */
async function onlyOne(s: Services, c: pg.PoolClient, hydroCode: string): Promise<void> {
  if (s.config.edition === 'SERVER') return
  if (await isOtherThere(c, hydroCode)) throw conflict('one_reservoir')
}

/** Faults beyond the schema: a code that is taken, tables that cannot be interpolated. */
async function problemsOf(s: Services, caller: Caller, seed: DescriptionSeed): Promise<FieldError[]> {
  const errors: FieldError[] = []
  if (await isCodeTaken(s.db.pool, seed.hydroCode)) {
    const message = text('code_taken', caller.language, { code: seed.hydroCode })
    errors.push({ path: 'seed.hydroCode', code: 'code_taken', message })
  }
  seed.tables.forEach(({ body }, i) => {
    const width = groupInfo(body.group).columns.length
    const path = `seed.tables.${i}.body.rows`
    const ragged = body.rows.findIndex((r) => r.length !== width)
    if (ragged >= 0) {
      const message = text('table_row_width', caller.language, { row: ragged + 1, n: width })
      errors.push({ path: `${path}.${ragged}`, code: 'table_row_width', message })
      return
    }
    const { issues } = validateRows(body.group, body.rows, { units: body.units, headKind: body.headKind })
    for (const issue of issues)
      if (issue.severity === 'error')
        errors.push({
          path: issue.row === null ? path : `${path}.${issue.row - 1}`,
          code: issue.code,
          message: issueText(issue, caller.language, (row) => row),
        })
  })
  return errors
}
