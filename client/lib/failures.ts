import type { MessageCode } from '#contract/messages.ts'
import { CallError } from './call-error.ts'
import { notice } from './notice.ts'
import { say, t } from './text/index.ts'

/** Whether an error says nothing to people: the page was left, or the session is over and sign-in is shown. */
export function isSilent(error: unknown): boolean {
  if (error instanceof CallError) return error.status === 401
  return error instanceof DOMException && error.name === 'AbortError'
}

/** Why something did not work, in words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : String(error)
  if (error.status === 0) return say('network_error')
  // A 403 that is not ours carries no message worth reading.
  if (error.status === 403 && error.code.startsWith('http_')) return say('forbidden')
  const what = error.errors.length > 0 ? error.errors.map((e) => e.message).join('. ') : error.message
  return error.incident ? `${what} (${t('error.incident', { incident: error.incident })})` : what
}

/** Failures that a notice has reported, or that a page shows beside what was requested. */
const shown = new WeakSet<Error>()

/** Leaves a failure to the page that called: it is not reported again where nothing waits for the promise. */
export function leaveToPage(error: Error): void {
  shown.add(error)
}

/** The global handler (specification, section 8): a notice of the error unless it is a 401. */
export function reportFailures(error: unknown, failed?: MessageCode): void {
  if (isSilent(error)) return
  if (error instanceof Error) shown.add(error)
  for (const l of listeners) l(error)
  notice('failed', reasonOf(error), failed && say(failed))
}

const listeners = new Set<(error: unknown) => void>()

/** Hears what the global handler hears. */
export function onFailure(hear: (error: unknown) => void): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}

/** Promises that nobody waits for: each that fails is reported with its reason, whatever becomes of the others. */
export function watchForgotten(): void {
  addEventListener('unhandledrejection', (e) => {
    if (!(e.reason instanceof CallError)) return
    e.preventDefault()
    if (!shown.has(e.reason)) reportFailures(e.reason)
  })
}
