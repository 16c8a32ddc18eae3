import { HOUR, fromLocal, toLocal } from '#core/time/index.ts'
import type { EditSpan } from './selection.ts'

/** Default span: the last day. */
export const USUAL = 24 * HOUR
/** Longest span that is shown row by row. */
export const LONGEST = 62 * 24 * HOUR

/** State of the page in its address. */
export interface EditsAddress {
  series: string | null
  /** null: up to now. */
  span: EditSpan | null
  /** Part of the span that is selected at first. */
  chosen: EditSpan | null
}

/** Parses an instant of the address: epoch ms, ISO 8601 with offset, or local time of the plant. */
export function instantInAddress(text: string | null, zone: string): number | null {
  if (text === null || text === '') return null
  if (/^\d{9,16}$/.test(text)) return Number(text)
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(text) && text.includes('T')) {
    const ms = Date.parse(text)
    return Number.isNaN(ms) ? null : ms
  }
  return fromLocal(text.replace('T', ' '), zone)
}

function spanOf(from: string | null, to: string | null, zone: string): EditSpan | null {
  const [a, b] = [instantInAddress(from, zone), instantInAddress(to, zone)]
  return a !== null && b !== null && a <= b ? { from: a, to: b } : null
}

/** Ignores invalid parts of an address. */
export function readEditsAddress(search: URLSearchParams, zone: string): EditsAddress {
  const get = (name: string) => search.get(name)
  const span = spanOf(get('from'), get('to'), zone)
  return {
    series: get('series') || null,
    span: span && span.from < span.to ? { ...span, from: Math.max(span.from, span.to - LONGEST) } : null,
    chosen: spanOf(get('chosenFrom'), get('chosenTo'), zone),
  }
}

/** Rounded outwards to whole seconds, so that no end is cut off. */
const local = (ms: number, zone: string) => toLocal(ms, zone).replace(' ', 'T')
const after = (ms: number, zone: string) => local(Math.ceil(ms / 1000) * 1000, zone)

export function writeEditsAddress({ series, span, chosen }: EditsAddress, zone: string): URLSearchParams {
  const search = new URLSearchParams()
  if (series) search.set('series', series)
  if (span) {
    search.set('from', local(span.from, zone))
    search.set('to', after(span.to, zone))
  }
  if (chosen) {
    search.set('chosenFrom', local(chosen.from, zone))
    search.set('chosenTo', after(chosen.to, zone))
  }
  return search
}
