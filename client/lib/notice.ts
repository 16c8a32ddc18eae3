/** What a notice reports: that an act was done, that one failed, or something to know. */
export type NoticeKind = 'done' | 'failed' | 'info'

export interface Notice {
  kind: NoticeKind
  message: string
  title?: string
}

let hear: ((notice: Notice) => void) | null = null
const waiting: Notice[] = []

let first: () => void
/** Kept once anything was reported. */
export const firstNotice = new Promise<void>((done) => (first = done))

/** Shows a message for a moment. What must not be missed belongs on the page, not here. */
export function notice(kind: NoticeKind, message: string, title?: string): void {
  first()
  const one = { kind, message, title }
  if (hear) hear(one)
  else waiting.push(one)
}

/** The area that shows them, which loads after the page; what was reported before is shown then. */
export function onNotice(show: (notice: Notice) => void): () => void {
  hear = show
  waiting.splice(0).forEach(show)
  return () => {
    if (hear === show) hear = null
  }
}
