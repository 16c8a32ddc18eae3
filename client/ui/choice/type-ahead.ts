import { plain } from '../../lib/plain.ts'

/** After this long, ms, what is typed begins a new word (specification, section 9). */
export const FORGETS = 1500

/** What is being typed over a list that has no field to type into. */
export class TypeAhead {
  private text = ''
  private last = -Infinity

  /** Index of the label that the letters so far mean, or -1; `at` is the time in ms, `from` the chosen one. */
  type(letter: string, labels: readonly string[], from: number, at: number): number {
    this.text = at - this.last > FORGETS ? letter : this.text + letter
    this.last = at
    const wanted = plain(this.text)
    // One letter again and again walks through the labels that begin with it.
    const walks = [...wanted].every((c) => c === wanted[0])
    const start = walks ? from + 1 : Math.max(0, from)
    const needle = walks ? wanted[0] : wanted
    for (let i = 0; i < labels.length; i++) {
      const index = (start + i) % labels.length
      if (plain(labels[index]).startsWith(needle)) return index
    }
    return -1
  }

  /** Whether a word is being typed: then a blank belongs to it. */
  typing(at: number): boolean {
    return at - this.last <= FORGETS
  }
}
