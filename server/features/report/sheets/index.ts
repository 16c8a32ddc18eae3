import type { ComposedSheet } from '#core/report/index.ts'
import { composedFile, madeSheet, openPeriod, sheetOf } from './make.ts'
import type { SheetDeps, SheetFile, SheetReader, SheetRequest } from './make.ts'

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
  const { body } = await sheetOf(deps, who.hydro, request.sheet)
  const open = await openPeriod(deps, who, body.period, request)
  return composedFile(
    who,
    body as ComposedSheet,
    await madeSheet(deps, who, body as ComposedSheet, open),
    open,
  )
}
