/** Kind of a notice: success, failure, or information. */
export type NoticeKind = 'done' | 'failed' | 'info'

export interface Notice {
  kind: NoticeKind
  message: string
  title?: string
}

let listener: ((notice: Notice) => void) | null = null
const waiting: Notice[] = []

let first: () => void
/** Set once a notice was sent. */
export const firstNotice = new Promise<void>((done) => (first = done))

/** Shows a message for a moment. What must not be missed belongs on the page. */
export function notice(kind: NoticeKind, message: string, title?: string): void {
  first()
  const one = { kind, message, title }
  if (listener) listener(one)
  else waiting.push(one)
}

/** Subscribes the notice area, which loads after the page; earlier notices are shown then. */
export function onNotice(show: (notice: Notice) => void): () => void {
  listener = show
  waiting.splice(0).forEach(show)
  return () => {
    if (listener === show) listener = null
  }
}
