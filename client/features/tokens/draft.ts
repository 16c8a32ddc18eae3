import { SCOPES } from '#contract/tokens.ts'

export type Scope = (typeof SCOPES)[number]

/** Form values of a token. */
export interface TokenDraft {
  name: string
  scopes: Scope[]
  /** Whether it is limited to `series`. */
  limited: boolean
  series: string[]
}

/** New tokens can only write. */
export const EMPTY_TOKEN: TokenDraft = { name: '', scopes: ['write'], limited: false, series: [] }

const NAME_LIMIT = 100

/** Error of a name; null: none. */
export function nameProblemOf(name: string): 'nameRequired' | 'nameLong' | null {
  if (name.trim() === '') return 'nameRequired'
  return name.trim().length > NAME_LIMIT ? 'nameLong' : null
}

type TokenProblem = 'nameRequired' | 'nameLong' | 'scopeRequired' | 'seriesRequired'

/** Errors by field. */
export function tokenProblemsOf(d: TokenDraft): Partial<Record<'name' | 'scopes' | 'series', TokenProblem>> {
  const name = nameProblemOf(d.name)
  return {
    ...(name && { name }),
    ...(d.scopes.length === 0 ? { scopes: 'scopeRequired' as const } : {}),
    ...(d.limited && d.series.length === 0 ? { series: 'seriesRequired' as const } : {}),
  }
}

/** Scopes in their usual order. */
export function withScope(scopes: readonly Scope[], scope: Scope, on: boolean): Scope[] {
  return SCOPES.filter((s) => (s === scope ? on : scopes.includes(s)))
}

export function tokenBodyOf(d: TokenDraft) {
  return { name: d.name.trim(), scopes: d.scopes, series: d.limited ? d.series : null }
}

/** Series to which a token can be limited: computed ones can be read but never written. */
export function choices<S extends { source: 'ingest' | 'computed' }>(
  series: readonly S[],
  scopes: readonly Scope[],
): S[] {
  return series.filter((s) => s.source === 'ingest' || scopes.includes('read'))
}

interface Key {
  created_at: string
  revoked_at: string | null
}

export const isRevoked = (key: Key): boolean => key.revoked_at !== null

/** Sorts tokens or screens: active ones first, newest first; then revoked ones, last revoked first. */
export function activeFirst<K extends Key>(keys: readonly K[]): K[] {
  const at = (k: K) => Date.parse(k.revoked_at ?? k.created_at)
  return [...keys].sort((a, b) => Number(isRevoked(a)) - Number(isRevoked(b)) || at(b) - at(a))
}
