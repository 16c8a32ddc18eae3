import { composedFile, madeSheet, openPeriod, sheetOf } from './make.ts'
import type { SheetDeps, SheetFile, SheetReader, SheetRequest } from './make.ts'
import { templateFile } from './templates.ts'

export type { SheetDeps, SheetFile, SheetReader, SheetRequest } from './make.ts'
export { serveSheets } from './routes.ts'
export { maySeeSheet, sheetFigures, sheetPeriod } from './said.ts'

/**
 * Makes a ready sheet, a copy of one, or a template as a workbook. One date, month or year, also as it was known then.
 * @throws Problem 404 for a sheet that is not there, 400 naming the field
 */
export async function makeSheet(
  deps: SheetDeps,
  who: SheetReader,
  request: SheetRequest,
): Promise<SheetFile> {
  const { body, row } = await sheetOf(deps, who.hydro, request.sheet)
  const open = await openPeriod(deps, who, body.period, request)
  return body.kind === 'template'
    ? templateFile(deps, who, body, row!, open)
    : composedFile(who, body, await madeSheet(deps, who, body, open), open)
}
