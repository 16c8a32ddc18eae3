import { execFile } from 'node:child_process'
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import {
  writeWorkbook,
  type SheetCell,
  type SheetColumn,
  type Workbook,
} from '#server/lib/sheets/workbook.ts'

export interface Opened {
  /** As the program names itself. */
  program: string
  rows: number
  pages: number
  problems: string[]
}

const ROWS = 24 * 31
const ZONE = 'Asia/Ho_Chi_Minh'
const LONGEST = 120_000

const column = (head: string[], unit: string, decimals: number): SheetColumn => ({
  head,
  unit,
  format: { decimals, grouped: true },
})

function* rows(): Generator<SheetCell[]> {
  for (let i = 0; i < ROWS; i++)
    yield [
      { at: Date.UTC(2025, 11, 31, 17) + i * 3_600_000 },
      400 + Math.sin(i / 50),
      i % 9 === 0 ? null : { v: 1200 + i, ...(i % 7 === 0 ? { flag: 'EDITED' } : {}) },
      i % 2 ? '=1+1' : 'sensor',
    ]
}

/** A workbook with everything that the writer knows. */
function example(): Workbook {
  return {
    language: 'vi',
    zone: ZONE,
    creator: 'Forebay',
    created: Date.UTC(2026, 1, 1),
    stamp: 'DEMO',
    flags: [{ key: 'EDITED', mark: '*', fill: '#ffe08a', meaning: 'Đã sửa' }],
    sheets: [
      {
        kind: 'cover',
        name: 'Bìa',
        title: 'Báo cáo vận hành tháng 1',
        lines: [
          { label: 'Hồ chứa', value: 'Thủy điện “A” & <B>', strong: true },
          { label: 'Lập lúc', value: { at: Date.UTC(2026, 1, 1) } },
        ],
      },
      {
        kind: 'data',
        name: "Nam's [số liệu]",
        title: 'Từng giờ',
        columns: [
          { head: ['Thời gian'], unit: '', format: 'time' },
          column(['Hồ', 'Mực nước'], 'm', 2),
          column(['Hồ', 'Lưu lượng đến'], 'm³/s', 1),
          { head: ['Cách tính'], unit: '', format: 'text' },
        ],
        rows: rows(),
        foot: () => [{ label: 'Lớn nhất', cells: [null, 401, 1943] }],
        chart: { title: 'Mực nước và lưu lượng', type: 'line', columns: [1, 2] },
      },
    ],
  }
}

/** LibreOffice: the program that LIBREOFFICE names, or the one on the path. */
function libreOffice(): string | null {
  if (process.env.LIBREOFFICE) return process.env.LIBREOFFICE
  const places = (process.env.PATH ?? '').split(delimiter)
  const found = places.flatMap((place) => [join(place, 'soffice'), join(place, 'libreoffice')])
  return found.find((path) => existsSync(path)) ?? null
}

/** Opens a workbook with LibreOffice and prints it. null: LibreOffice is not installed. */
export async function openSheets(say: (line: string) => void): Promise<Opened | null> {
  const program = libreOffice()
  if (program === null) {
    say('not run: LibreOffice is not installed. Install it, or name its program in LIBREOFFICE.')
    return null
  }
  const run = promisify(execFile)
  const dir = mkdtempSync(join(tmpdir(), 'forebay-sheets-'))
  try {
    await pipeline(writeWorkbook(example()), createWriteStream(join(dir, 'book.xlsx')))
    const version = (await run(program, ['--version'], { timeout: LONGEST })).stdout.trim()
    // A profile of its own: one that is open elsewhere would take the call over.
    const profile = `-env:UserInstallation=file://${join(dir, 'profile')}`
    const convert = async (to: string) => {
      await run(
        program,
        [profile, '--headless', '--convert-to', to, '--outdir', dir, join(dir, 'book.xlsx')],
        {
          timeout: LONGEST,
        },
      )
    }
    await convert('pdf')
    // All sheets as one file, with each cell's text as it is shown.
    await convert('fods')
    const pdf = existsSync(join(dir, 'book.pdf')) ? readFileSync(join(dir, 'book.pdf'), 'latin1') : ''
    const pages = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0
    const flat = existsSync(join(dir, 'book.fods')) ? readFileSync(join(dir, 'book.fods'), 'utf8') : ''
    const problems = [
      // Cover and chart, and a month of hours on several.
      ...(pages >= 5 ? [] : [`the print has ${pages} pages`]),
      ...['01/01/2026 00:00', '400.00', '1,207.0*', '=1+1', '401.00'].flatMap((text) =>
        flat.includes(`<text:p>${text}</text:p>`) ? [] : [`no ${text} in the sheet`],
      ),
      ...(flat.includes('table:formula=') ? ['a text became a formula'] : []),
    ]
    return { program: version, rows: ROWS, pages, problems }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
