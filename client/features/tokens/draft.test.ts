import { expect, test } from 'vitest'
import { addToken, type IngestToken } from '#contract/tokens.ts'
import { EMPTY_TOKEN, tokenBodyOf, choices, activeFirst, tokenProblemsOf, withScope } from './draft.ts'

test('missing input is an error at its field', () => {
  expect(tokenProblemsOf(EMPTY_TOKEN)).toEqual({ name: 'nameRequired' })
  expect(tokenProblemsOf({ ...EMPTY_TOKEN, name: '  ' })).toEqual({ name: 'nameRequired' })
  expect(tokenProblemsOf({ ...EMPTY_TOKEN, name: 'x'.repeat(101) })).toEqual({ name: 'nameLong' })
  expect(tokenProblemsOf({ name: 'x', scopes: [], limited: true, series: [] })).toEqual({
    scopes: 'scopeRequired',
    series: 'seriesRequired',
  })
})

test('a valid draft is accepted by the endpoint, and the limit applies only while it is on', () => {
  const draft = { name: ' logger ', scopes: ['write' as const], limited: false, series: ['a'] }
  expect(tokenProblemsOf(draft)).toEqual({})
  expect(addToken.body!.parse(tokenBodyOf(draft))).toEqual({
    name: 'logger',
    scopes: ['write'],
    series: null,
  })
  expect(tokenBodyOf({ ...draft, limited: true }).series).toEqual(['a'])
})

test('scopes keep their order', () => {
  expect(withScope(['describe', 'read'], 'write', true)).toEqual(['write', 'read', 'describe'])
  expect(withScope(['write', 'read'], 'write', false)).toEqual(['read'])
  expect(withScope(withScope(EMPTY_TOKEN.scopes, 'write', false), 'write', true)).toEqual(EMPTY_TOKEN.scopes)
})

test('computed series are offered to readers only', () => {
  const all = [{ source: 'ingest' as const }, { source: 'computed' as const }]
  expect(choices(all, ['write', 'describe'])).toHaveLength(1)
  expect(choices(all, ['write', 'read'])).toHaveLength(2)
})

test('active tokens come first, newest first', () => {
  const token = (token_id: string, created: number, revoked: number | null): IngestToken => ({
    token_id,
    name: token_id,
    scopes: ['write'],
    series: null,
    created_at: new Date(created).toISOString(),
    created_by: 'x',
    created_by_name: null,
    last_used_at: null,
    revoked_at: revoked === null ? null : new Date(revoked).toISOString(),
  })
  const all = [token('a', 1, null), token('b', 2, 9), token('c', 3, null), token('d', 0, 10)]
  expect(activeFirst(all).map((t) => t.token_id)).toEqual(['c', 'a', 'd', 'b'])
})
