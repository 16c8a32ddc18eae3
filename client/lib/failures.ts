import type { MessageCode } from '#contract/messages.ts'
import { CallError } from './call-error.ts'
import { notice } from './notice.ts'
import { messageText, t } from './text/index.ts'

/** Whether an error needs no message: the page was left, or the session ended and sign-in is shown. */
export function isSilent(error: unknown): boolean {
  if (error instanceof CallError) return error.status === 401
  return error instanceof DOMException && error.name === 'AbortError'
}

/** What browsers say when nothing answers, each in its own words, for a lazy module or a fetch outside of `call`. */
const NO_ANSWER = /fetch|network|load failed|importing a module/i

/** Message of a failure. Texts of browsers and of bugs in the page are not for users. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof CallError)) {
    if (!(error instanceof Error)) return t('error.unexpected')
    if (error.name === 'TimeoutError' || NO_ANSWER.test(error.message)) return messageText('network_error')
    return error.constructor === Error ? error.message : t('error.unexpected')
  }
  if (error.status === 0) return messageText('network_error')
  // A plain refusal, ours or a proxy's, is worded by what was attempted; others state what is missing.
  const plain = error.code.startsWith('http_') || (error.code === 'forbidden' && error.errors.length === 0)
  if (error.status === 403 && plain)
    return messageText(error.acting ? 'no_permission_for_action' : 'forbidden')
  const what = error.errors.length > 0 ? error.errors.map((e) => e.message).join('. ') : error.message
  // The server's text contains the incident already.
  return error.incident && !what.includes(error.incident)
    ? `${what} (${t('error.incident', { incident: error.incident })})`
    : what
}

/** Failures that a notice has reported, or that a page shows beside what was requested. */
const shown = new WeakSet<Error>()

/** Leaves a failure to the calling page, so that an unawaited promise does not report it again. */
export function leaveToPage(error: Error): void {
  shown.add(error)
}

/** The global handler (specification, section 8): shows a notice of the error unless it is a 401. */
export function reportFailures(error: unknown, failed?: MessageCode): void {
  if (isSilent(error)) return
  if (error instanceof Error) shown.add(error)
  for (const l of listeners) l(error)
  const denied = error instanceof CallError && error.status === 403 ? 'action_denied' : undefined
  const title = failed ?? denied
  notice('failed', reasonOf(error), title && messageText(title))
}

/** Reports a call that failed among others and that nothing on the page shows. */
export function reportOneOfMany(error: unknown): void {
  if (isSilent(error)) return
  for (const l of listeners) l(error)
  notice('failed', messageText('batch_failed', { detail: reasonOf(error) }))
}

const listeners = new Set<(error: unknown) => void>()

/** Subscribes to what the global handler receives. */
export function onFailure(listener: (error: unknown) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Runs promises that nobody awaits: each failure is reported with its reason, whatever becomes of the others. */
export function watchForgotten(): void {
  addEventListener('unhandledrejection', (e) => {
    if (!(e.reason instanceof CallError)) return
    e.preventDefault()
    if (!shown.has(e.reason)) reportOneOfMany(e.reason)
  })
}
