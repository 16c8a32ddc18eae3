import { fromLocal } from '#core/time/index.ts'
import { dateTime, type Language } from '../../lib/format.ts'

/** Formats a local time of the reservoir for the language. */
export function localText(local: string, language: Language): string {
  const t = fromLocal(local, 'UTC')
  return t === null ? local : dateTime(t, 'UTC', language)
}

export function importSpan(from: string | null, to: string | null, language: Language): string {
  if (from === null || to === null) return '-'
  return `${localText(from, language)} – ${localText(to, language)}`
}

/** Formats a number of bytes. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(0)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
