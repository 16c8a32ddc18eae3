/** Characters that an engine's message quotes on each side of the fault. */
const QUOTED = 10
/** A text that messages quote from its beginning is searched this far. */
const BEGINNING = 64

/** Line and column (from 1) of the first fault in JSON; error: of JSON.parse. */
export function jsonFault(error: Error, text: string): { line: number; column: number } {
  const before = text.slice(0, offsetOf(error.message, text))
  const line = before.split('\n').length
  return { line, column: before.length - before.lastIndexOf('\n') }
}

function offsetOf(message: string, text: string): number {
  const [, position] = /at position (\d+)/.exec(message) ?? []
  if (position !== undefined) return Number(position)
  if (message.startsWith('Unexpected end')) return text.length
  const [, cut, quoted] = /, (\.\.\.)?"([\s\S]*)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? []
  const at = cut === undefined ? -1 : text.indexOf(quoted)
  return at >= 0 ? at + QUOTED : firstFault(text.slice(0, BEGINNING))
}

/** The length of the longest prefix that can begin JSON. */
function firstFault(text: string): number {
  for (let n = 1; n <= text.length; n++) {
    try {
      JSON.parse(text.slice(0, n))
    } catch (error) {
      if (!/^(Unexpected end|Unterminated)/.test((error as Error).message)) {
        const [, position] = /at position (\d+)/.exec((error as Error).message) ?? []
        if (position === undefined || Number(position) < n) return n - 1
      }
    }
  }
  return text.length
}
