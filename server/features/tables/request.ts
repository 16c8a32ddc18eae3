import type { Table } from '#core/description/index.ts'
import { plainName } from '#server/lib/files.ts'
import type { Language } from '#contract/messages.ts'
import { TABLE_TYPES } from '#contract/tables/uploads.ts'
import type { TableIssue } from '#contract/tables/table.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { Problem, badRequest, refuseField } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Caller } from '#server/lib/serve.ts'
import { findAll, type Block } from './blocks.ts'
import { issueErrors, type Choice, type Examined } from './examine.ts'
import { openFile } from '#server/lib/read/file.ts'
import type { TablePeriod } from './save.ts'

/** The bytes of a raw body; a body that was parsed as another type is refused. */
export function uploadBytesOf(body: unknown, type: string | undefined): Buffer {
  // An empty body arrives as undefined or null.
  if (body === undefined || body === null) return Buffer.alloc(0)
  if (Buffer.isBuffer(body)) return body
  throw new Problem(415, 'wrong_content_type', { type: type ?? '-', allowed: TABLE_TYPES.join(', ') })
}

/** Every table of a file. @throws Problem when there is none */
export async function tablesIn(name: string, bytes: Buffer): Promise<Block[]> {
  const blocks = findAll(await openFile(name, bytes))
  if (blocks.length === 0) throw badRequest('no_table_in_file', { name: plainName(name) })
  return blocks
}

/** Local times of a call as instants; null stays, undefined becomes null. */
export async function periodOf(
  plants: Plants,
  caller: Caller,
  input: { from?: string | null; to?: string | null },
): Promise<TablePeriod> {
  const zone = await plants.zone(caller.hydro)
  const instant = (value: string | null | undefined, path: string) =>
    value === null || value === undefined ? null : instantOf(value, zone, path)
  return { from: instant(input.from, 'from'), to: instant(input.to, 'to') }
}

/**
 * Checks that an examined table may be saved. @throws Problem while it has errors, or warnings that are not accepted
 */
export function acceptable(examined: Examined, acceptWarnings: boolean, language: Language): number[][] {
  const { rows, issues, errors, warnings } = examined
  if (rows === null) throw invalid(issues, errors, language)
  if (warnings > 0 && !acceptWarnings)
    throw new Problem(409, 'table_warnings', { count: warnings }, { errors: issueErrors(issues, language) })
  return rows
}

function invalid(issues: readonly TableIssue[], errors: number, language: Language): Problem {
  const refused = issueErrors(
    issues.filter((i) => i.severity === 'error'),
    language,
  )
  const more = errors > 1 ? ` (+${errors - 1})` : ''
  return badRequest('invalid_table', { detail: (refused[0]?.message ?? '') + more }, refused)
}

/** The body of a new table. */
export function tableBodyOf(
  choice: Pick<Choice, 'group' | 'units'>,
  input: { name: string; object: string | null; loop_by_year: boolean; active: boolean },
  file: { fileName: string; fileId: string | null },
  rows: number[][],
  headKind: 'gross' | 'net' | null,
  now: number,
): Table {
  return {
    group: choice.group,
    name: input.name,
    object: input.object,
    fileName: file.fileName,
    ...(file.fileId === null ? {} : { fileId: file.fileId }),
    uploadedAt: now,
    active: input.active,
    loopByYear: input.loop_by_year,
    rows,
    units: choice.units,
    ...(headKind ? { headKind } : {}),
  }
}

export function blockOf(blocks: readonly Block[], candidate: number, language: Language): Block {
  const block = blocks[candidate]
  if (block) return block
  throw refuseField(language, 'candidate', 'no_candidate', { candidate })
}
