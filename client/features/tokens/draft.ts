import { SCOPES, type IngestToken } from '#contract/tokens.ts'

export type Scope = (typeof SCOPES)[number]

/** A token as it is being written. */
export interface TokenDraft {
  name: string
  scopes: Scope[]
  /** Limited to `series`; else all. */
  limited: boolean
  series: string[]
}

/** New ones write only. */
export const EMPTY_TOKEN: TokenDraft = { name: '', scopes: ['write'], limited: false, series: [] }

export const NAME_LIMIT = 100

type TokenProblem = 'nameRequired' | 'nameLong' | 'scopeRequired' | 'seriesRequired'

/** What is missing or wrong, by field. */
export function tokenProblemsOf(d: TokenDraft): Partial<Record<'name' | 'scopes' | 'series', TokenProblem>> {
  const name = d.name.trim()
  return {
    ...(name === '' ? { name: 'nameRequired' as const } : {}),
    ...(name.length > NAME_LIMIT ? { name: 'nameLong' as const } : {}),
    ...(d.scopes.length === 0 ? { scopes: 'scopeRequired' as const } : {}),
    ...(d.limited && d.series.length === 0 ? { series: 'seriesRequired' as const } : {}),
  }
}

/** Scopes in their usual order, whatever the order they were chosen in. */
export function withScope(scopes: readonly Scope[], scope: Scope, on: boolean): Scope[] {
  return SCOPES.filter((s) => (s === scope ? on : scopes.includes(s)))
}

export function tokenBodyOf(d: TokenDraft) {
  return { name: d.name.trim(), scopes: d.scopes, series: d.limited ? d.series : null }
}

/** Series that a limit makes sense for: computed ones can be read, never written. */
export function choices<S extends { source: 'ingest' | 'computed' }>(
  series: readonly S[],
  scopes: readonly Scope[],
): S[] {
  return series.filter((s) => s.source === 'ingest' || scopes.includes('read'))
}

/** Those in use first, the newest first; then the revoked ones, the last revoked first. */
export function orderedTokens(tokens: readonly IngestToken[]): IngestToken[] {
  const at = (t: IngestToken) => Date.parse(t.revoked_at ?? t.created_at)
  return [...tokens].sort(
    (a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null) || at(b) - at(a),
  )
}
