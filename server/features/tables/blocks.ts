import { ALL_GROUPS, type Group } from '#core/description/index.ts'
import { groupInfo, headerOf, type Cell } from '#core/tables/index.ts'
import type { BookRow } from '#server/lib/sheets.ts'
import type { Grid } from '#server/lib/read/file.ts'

/** A table in a sheet: a header row and the rows below it, within some columns (first to last, from 0). */
export interface Block {
  grid: Grid
  first: number
  last: number
  /** Row of the header, counted as in the sheet; 0: none. */
  headerRow: number
  header: Cell[]
  rows: BookRow[]
  /** All tables of the same sheet. */
  neighbours: readonly Block[]
  /** Groups whose columns the header names, exactly or with one repeated. */
  groups: Group[]
}

interface Open extends Block {
  /** Whether its columns have been empty since the last row. */
  gap: boolean
  ended: boolean
}

/** Name of a sheet that explains and is not read: the example of our own templates. */
export const EXAMPLE = 'Ví dụ · Example'

const NUMBER = /^[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?$/i

/** The kind of a cell; blocks are found by these. */
type Kind = 'blank' | 'number' | 'word'

function kindOf(cell: Cell): Kind {
  if (cell === null) return 'blank'
  if (typeof cell === 'number') return 'number'
  const plain = cell.trim()
  return plain === '' ? 'blank' : NUMBER.test(plain) ? 'number' : 'word'
}

/**
 * Finds every table of a sheet. A header is a row of neighbouring names that are exactly a group's; or at least two
 * names above numbers, or numbers alone, whose columns a person has to name. A table ends at the next header in its
 * columns, or where words follow an empty row; an empty row alone does not end it.
 */
function findBlocks(grid: Grid): Block[] {
  if (grid.rows[0]?.cells.some((c) => typeof c === 'string' && c.startsWith(EXAMPLE))) return []
  const found: Block[] = []
  let open: Open[] = []
  const begin = (block: Omit<Open, 'grid' | 'gap' | 'ended' | 'neighbours'>) => {
    const made = { ...block, grid, gap: false, ended: false, neighbours: [] }
    open = open.filter((o) => o.last < made.first || o.first > made.last)
    open.push(made)
    found.push(made)
  }
  const covering = (column: number) => open.find((o) => o.first <= column && column <= o.last)

  let kinds: Kind[] = []
  let next: Kind[] = grid.rows[0]?.cells.map(kindOf) ?? []
  grid.rows.forEach((row, i) => {
    kinds = next
    next = grid.rows[i + 1]?.cells.map(kindOf) ?? []
    if (i > 0 && row.row > grid.rows[i - 1].row + 1) for (const o of open) o.gap = true
    const fresh = new Set<Open>()
    if (kinds.includes('word')) {
      const below = grid.rows[i + 1]?.row === row.row + 1 ? next : []
      for (const header of headersIn(row, kinds, below)) {
        const inside = covering(header.first)
        // Words within a table are refused by its check; they do not start another.
        if (header.groups.length === 0 && inside && !inside.gap) continue
        begin({ ...header, headerRow: row.row, rows: [] })
        fresh.add(open.at(-1)!)
      }
    }
    let closed = false
    for (const o of open) {
      if (fresh.has(o)) continue
      const own = kinds.slice(o.first, o.last + 1)
      if (own.every((k) => k === 'blank')) o.gap = true
      else if (o.gap && !own.includes('number')) closed = o.ended = true
      else {
        o.gap = false
        o.rows.push(row)
      }
    }
    if (closed) open = open.filter((o) => !o.ended)
    for (const [first, last] of runs(kinds, (k) => k === 'number'))
      if (last > first && !touches(open, first, last))
        begin({ first, last, headerRow: 0, header: [], rows: [row], groups: [] })
  })
  return found.filter((b) => b.groups.length > 0 || b.rows.length > 0)
}

/** Every table of a file, sheet by sheet. */
export function findAll(grids: readonly Grid[]): Block[] {
  return grids.flatMap((grid) => {
    const blocks = findBlocks(grid)
    for (const block of blocks) block.neighbours = blocks
    return blocks
  })
}

/** Whether some table has or adjoins these columns: numbers beside a table belong to it, and are refused there. */
function touches(open: readonly Open[], first: number, last: number): boolean {
  return open.some((o) => o.first <= last + 1 && first <= o.last + 1)
}

type Header = Pick<Block, 'first' | 'last' | 'header' | 'groups'>

/** kinds: of the row's cells; below: of those of the next row, empty where that is blank. */
function headersIn(row: BookRow, kinds: readonly Kind[], below: readonly Kind[]): Header[] {
  const found: Header[] = []
  const words = runs(kinds, (k) => k !== 'blank').filter(
    ([a, b]) => !kinds.slice(a, b + 1).includes('number'),
  )
  for (const [first, last] of words) {
    const header = row.cells.slice(first, last + 1)
    const groups = groupsOf(header)
    if (last > first && groups.length > 0) found.push({ first, last, header, groups })
  }
  if (found.length > 0 || words.length === 0) return found
  // A header with an empty column within it.
  const [first, last] = [words[0][0], words.at(-1)![1]]
  const whole = row.cells.slice(first, last + 1)
  const groups = kinds.slice(first, last + 1).includes('number') ? [] : groupsOf(whole)
  if (groups.length > 0) return [{ first, last, header: whole, groups }]
  for (const [a, b] of words) {
    const numbers = below.slice(a, b + 1).filter((k) => k === 'number').length
    if (b > a && numbers > 1) found.push({ first: a, last: b, header: row.cells.slice(a, b + 1), groups: [] })
  }
  return found
}

/**
 * The groups that a header fits, those with the same order of columns first: q, z is a QZ, z, q a FFZQ or ZQ, though
 * each fits all three.
 */
function groupsOf(header: readonly Cell[]): Group[] {
  const fitting = ALL_GROUPS.filter((group) => {
    const { fits, twice, fields } = headerOf(group, header)
    return fits || (twice && new Set(fields).size > 1)
  })
  const inOrder = (group: Group) => {
    const fields = headerOf(group, header).fields.filter((f) => f !== null)
    return fields.join() === groupInfo(group).columns.join()
  }
  return [...fitting.filter(inOrder), ...fitting.filter((g) => !inOrder(g))]
}

/** First and last column of each run of neighbouring cells of a kind. */
function runs(kinds: readonly Kind[], is: (kind: Kind) => boolean): [number, number][] {
  const found: [number, number][] = []
  for (let i = 0; i < kinds.length; i++) {
    if (!is(kinds[i])) continue
    const last = found.at(-1)
    if (last && last[1] === i - 1) last[1] = i
    else found.push([i, i])
  }
  return found
}

/** Letters of a column, from 0: A, B ... Z, AA. */
export function letters(column: number): string {
  let text = ''
  for (let n = column + 1; n > 0; n = Math.floor((n - 1) / 26))
    text = String.fromCharCode(65 + ((n - 1) % 26)) + text
  return text
}

/** The column of letters, from 0. */
export function columnNumberOf(text: string): number {
  let n = 0
  for (const letter of text) n = n * 26 + letter.charCodeAt(0) - 64
  return n - 1
}

/** Rows of a call as if they were in a sheet, counted from 1, without a header. */
export function blockOfRows(header: readonly string[], rows: readonly (readonly (number | null)[])[]): Block {
  const block: Block = {
    grid: { name: null, rows: [], merges: [] },
    first: 0,
    last: header.length - 1,
    headerRow: 0,
    header: [...header],
    rows: rows.map((cells, i) => ({ row: i + 1, cells: [...cells], formulas: [], withoutValue: [] })),
    neighbours: [],
    groups: [],
  }
  return block
}
