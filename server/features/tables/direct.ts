import type { Plants } from '#server/features/plants/index.ts'
import { withPaths } from '#server/lib/errors.ts'
import type { Caller } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import type { Block } from './blocks.ts'
import { examine, type Choice } from './examine.ts'
import { acceptable, tableBodyOf, periodOf } from './request.ts'
import { checkObject, objectsOf } from './objects.ts'
import type { ShowVersion } from './read-routes.ts'
import type { TableSave } from './save.ts'

interface UploadedFile {
  name: string
  contentType: string
  bytes: Buffer
}

interface Direct {
  name: string
  object: string | null
  from?: string | null
  to?: string | null
  loop_by_year: boolean
  active: boolean
  accept_warnings: boolean
  replaces: readonly string[]
  reason: string | null
}

/** Names of fields in the call where they differ; cell: a cell of rows that were sent as numbers. */
interface SentAs {
  fields?: Readonly<Record<string, string>>
  cell?(row: number, column: number): string
}

const CELL = /^([A-Z])?(\d+)$/

function pathOf(path: string, { fields = {}, cell }: SentAs): string {
  const [, letter, row] = (cell && CELL.exec(path)) ?? []
  if (row === undefined || !cell) return fields[path] ?? path
  return letter === undefined ? `rows.${Number(row) - 1}` : cell(Number(row) - 1, letter.charCodeAt(0) - 65)
}

/** Saves a table directly from a file or from rows, by the same rules as one that was uploaded and examined. */
export function createDirect(
  s: Services,
  { plants, save, show }: { plants: Plants; save: TableSave; show: ShowVersion },
) {
  return (
    caller: Caller,
    block: Block,
    choice: Choice,
    input: Direct,
    file: UploadedFile | null,
    sentAs: SentAs,
  ) =>
    withPaths(
      (path) => pathOf(path, sentAs),
      () => saved(caller, block, choice, input, file),
    )

  async function saved(
    caller: Caller,
    block: Block,
    choice: Choice,
    input: Direct,
    file: UploadedFile | null,
  ) {
    const { hydro, language } = caller
    const objects = objectsOf(await plants.fresh(hydro), (await plants.plant(hydro)).name)
    checkObject(objects, choice.group, input.object, language)
    const examined = examine(block, choice, language)
    const rows = acceptable(examined, input.accept_warnings, language)
    const period = await periodOf(plants, caller, input)
    const kept = { fileName: file?.name ?? '', fileId: null }
    const made = await save.save(caller, {
      ...period,
      body: tableBodyOf(choice, input, kept, rows, examined.headKind, s.clock.now()),
      replaces: input.replaces,
      reason: input.reason,
      ...(file ? { file } : {}),
    })
    return show(caller, made.id, made.version)
  }
}
