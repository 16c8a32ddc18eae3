import { SETUP_COLUMNS, SETUP_ROWS, type SetupGrid } from '#contract/setup.ts'
import { openSource } from '#server/history-import/index.ts'
import { unprocessable } from '#server/lib/errors.ts'

/** Reads the cells of a small file. @throws Problem 422 where it holds no rows or too many */
export async function readGrid(path: string, name: string, sheet: string | undefined): Promise<SetupGrid> {
  const source = await openSource(path, { sheet, one: true })
  try {
    if (source.columns.length < 2) throw unprocessable('upload_one_column', { name })
    const columns = source.columns.slice(0, SETUP_COLUMNS)
    const rows: SetupGrid['rows'] = []
    const lines: number[] = []
    while (await source.fill())
      for (let row; (row = source.next());) {
        if (rows.length === SETUP_ROWS) throw unprocessable('upload_rows', { name, max: SETUP_ROWS })
        lines.push(row.line)
        rows.push(
          columns.map((_, i) => {
            if (row!.isEmpty(i)) return null
            const value = row!.value(i)
            return value === value ? value : row!.text(i)
          }),
        )
      }
    if (rows.length === 0) throw unprocessable('upload_no_rows', { name })
    return {
      file_name: name,
      sheet: source.form.sheet ?? null,
      sheets: [...source.sheets],
      columns: [...columns],
      rows,
      lines,
    }
  } finally {
    await source.close()
  }
}
