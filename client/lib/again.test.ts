import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetchLater } from './again.ts'

const KEY = ['H1', 'figures']

/** An active query whose answers the test resolves. */
function shown() {
  const client = new QueryClient()
  const requested: ((value: number) => void)[] = []
  let listeners: (() => void)[] = []
  const observer = new QueryObserver<number>(client, {
    queryKey: KEY,
    staleTime: Infinity,
    networkMode: 'always',
    queryFn: () =>
      new Promise<number>((answer) => {
        requested.push(answer)
        listeners.splice(0).forEach((hear) => hear())
      }),
  })
  observer.subscribe(() => listeners.splice(0).forEach((hear) => hear()))
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise<void>((done) => (listeners = [...listeners, done]))
  }
  return { client, requested, until, value: () => client.getQueryData<number>(KEY) }
}

test('a query pending during a change is fetched once more', async () => {
  const { client, requested, until, value } = shown()
  await until(() => requested.length === 1)
  const again = refetchLater(client, { queryKey: KEY }, () => false)
  void refetchLater(client, { queryKey: KEY }, () => false)
  expect(requested.length).toBe(1)
  requested[0](1)
  await until(() => requested.length === 2)
  expect(value()).toBe(1)
  requested[1](2)
  await again
  expect(value()).toBe(2)
  expect(requested.length).toBe(2)
})

test('an inactive query is only invalidated, even with an answer pending', async () => {
  const { client, requested, until, value } = shown()
  await until(() => requested.length === 1)
  const again = refetchLater(client, { queryKey: KEY }, () => true)
  requested[0](1)
  await again
  expect(value()).toBe(1)
  expect(requested.length).toBe(1)
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(true)
})

test('with `exact` the same endpoint with another input is left alone', async () => {
  const client = new QueryClient()
  const [present, past] = [
    ['H1', 'figures', {}],
    ['H1', 'figures', { query: { known_at: '2026-11-01 00:00:00' } }],
  ]
  for (const key of [present, past]) client.setQueryData(key, 1)
  await refetchLater(client, { queryKey: present, exact: true }, () => false)
  expect(client.getQueryState(present)?.isInvalidated).toBe(true)
  expect(client.getQueryState(past)?.isInvalidated).toBe(false)
})
