import { cut } from './xml.ts'

const LONGEST = 31
/** What a name of a sheet must not hold, and control characters. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[[\]*?/\\:\x00-\x1f\x7f\ufffe\uffff]+/g
/** A name that Excel keeps for itself. */
const RESERVED = 'history'

/** Gives sheets names as spreadsheets allow them, each once, whatever the case of its letters. */
export class SheetNames {
  readonly #taken = new Set([RESERVED])

  take(wanted: string): string {
    const plain =
      cut(wanted.toWellFormed().replaceAll(FORBIDDEN, ' ').replaceAll(/\s+/g, ' ').trim(), LONGEST)
        .replaceAll(/^'+|'+$/g, '')
        .trim() || 'Sheet'
    let name = plain
    for (let n = 2; this.#taken.has(name.toLowerCase()); n++) {
      const number = ` (${n})`
      name = cut(plain, LONGEST - number.length).trimEnd() + number
    }
    this.#taken.add(name.toLowerCase())
    return name
  }
}

/** A name in a reference, such as 'Nam''s sheet'!$A:$A. */
export const quotedName = (name: string): string => `'${name.replaceAll("'", "''")}'`
