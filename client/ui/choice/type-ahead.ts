import { plain } from '../../lib/plain.ts'

/** Pause after which typing begins a new word, ms (specification, section 9). */
export const FORGETS = 1500

/** Letters typed on a list without a text field. */
export class TypeAhead {
  private text = ''
  private last = -Infinity

  /** Index of the label that matches the letters so far, or -1; `at` is the time in ms, `from` the selected index. */
  type(letter: string, labels: readonly string[], from: number, at: number): number {
    this.text = at - this.last > FORGETS ? letter : this.text + letter
    this.last = at
    const wanted = plain(this.text)
    // Repeating one letter cycles through the labels that begin with it.
    const walks = [...wanted].every((c) => c === wanted[0])
    const start = walks ? from + 1 : Math.max(0, from)
    const needle = walks ? wanted[0] : wanted
    for (let i = 0; i < labels.length; i++) {
      const index = (start + i) % labels.length
      if (plain(labels[index]).startsWith(needle)) return index
    }
    return -1
  }

  /** Whether a word is being typed, so that a space belongs to it. */
  typing(at: number): boolean {
    return at - this.last <= FORGETS
  }
}
