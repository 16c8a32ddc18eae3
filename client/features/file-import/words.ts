import { fromLocal } from '#core/time/index.ts'
import { dateTime, type Language } from '../../lib/format.ts'

/** A local time of the reservoir as people of the language write it. */
export function localText(local: string, language: Language): string {
  const t = fromLocal(local, 'UTC')
  return t === null ? local : dateTime(t, 'UTC', language)
}

export function importSpan(from: string | null, to: string | null, language: Language): string {
  if (from === null || to === null) return '-'
  return `${localText(from, language)} – ${localText(to, language)}`
}

/** Bytes in the unit that people use. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(0)} KB`
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
