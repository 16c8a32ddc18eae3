export interface SseEvent {
  id: string
  event: string
  data: string
}

/**
 * Parses server-sent events from text in arbitrary chunks (WHATWG HTML 9.2.6). Push a chunk, get the events it
 * completes. Comments are skipped; an event without data is not dispatched.
 */
export function createSseParser() {
  let rest = ''
  let first = true
  let id = ''
  let event = ''
  let data: string[] = []

  function line(text: string, out: SseEvent[]) {
    if (text === '') {
      if (data.length > 0) out.push({ id, event: event || 'message', data: data.join('\n') })
      event = ''
      data = []
      return
    }
    const at = text.indexOf(':')
    const field = at < 0 ? text : text.slice(0, at)
    const value = at < 0 ? '' : text.slice(text[at + 1] === ' ' ? at + 2 : at + 1)
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id' && !value.includes('\0')) id = value
  }

  return (piece: string): SseEvent[] => {
    let text = rest + piece
    if (first && text.length > 0) {
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1)
      first = false
    }
    const out: SseEvent[] = []
    let from = 0
    for (;;) {
      const n = text.indexOf('\n', from)
      const r = text.indexOf('\r', from)
      const end = n < 0 ? r : r < 0 ? n : Math.min(n, r)
      // A CR at the end may be half of a CRLF: wait for the next chunk.
      if (end < 0 || (text[end] === '\r' && end === text.length - 1)) break
      line(text.slice(from, end), out)
      from = text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1
    }
    rest = text.slice(from)
    return out
  }
}
