import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { remarkAudit, listAudit } from '#contract/audit.ts'
import { listRoles } from '#contract/roles.ts'
import type { Subject } from '#contract/subjects.ts'
import { invalidate, keyOf, endpointName, partsOf, subjectsOf } from './query-key.ts'

test('a key has reservoir, endpoint and input', () => {
  expect(endpointName(listAudit)).toBe('GET /api/renew/v1/audit/getall')
  expect(keyOf('H1', endpointName(listRoles), {})).toEqual(['H1', 'GET /api/renew/v1/role/getall', {}])
  expect(keyOf('H1', 'x', null, 'vi')).toEqual(['H1', 'x', null, 'vi'])
})

test('undefined parts do not change the key', () => {
  expect(partsOf({})).toEqual({})
  expect(partsOf({ query: {}, params: undefined })).toEqual({})
  expect(partsOf({ query: { at: undefined } })).toEqual({})
  expect(partsOf({ query: { at: null }, body: [1] })).toEqual({ query: { at: null }, body: [1] })
})

test('queries of changed subjects are refetched: active ones at once, others when next shown', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const requested: string[] = []
  const query = (name: string, reads: readonly Subject[]) => ({
    queryKey: ['H1', name],
    queryFn: () => (requested.push(name), name),
    meta: { reads },
  })
  const shown = new QueryObserver(client, query('audit', listAudit.reads!))
  const stop = shown.subscribe(() => {})
  await client.fetchQuery(query('hidden', ['audit', 'roles']))
  await client.fetchQuery(query('other', ['roles']))
  await expect.poll(() => shown.getCurrentResult().data).toBe('audit')
  requested.length = 0
  await invalidate(client, remarkAudit.changes!)
  expect(requested).toEqual(['audit'])
  const isOld = (name: string) => client.getQueryState(['H1', name])!.isInvalidated
  expect(isOld('hidden')).toBe(true)
  expect(isOld('other')).toBe(false)
  await invalidate(client, [])
  expect(requested).toEqual(['audit'])
  stop()
  client.clear()
})

test('a query without subjects counts as the state of the plant', () => {
  expect(subjectsOf({ meta: undefined })).toContain('results')
  expect(subjectsOf({ meta: { reads: ['audit'] } })).toEqual(['audit'])
})
