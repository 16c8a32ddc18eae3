import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { askAgain } from './again.ts'

const KEY = ['H1', 'figures']

/** An active query whose answers the test resolves. */
function shown() {
  const client = new QueryClient()
  const requested: ((value: number) => void)[] = []
  let heard: (() => void)[] = []
  const observer = new QueryObserver<number>(client, {
    queryKey: KEY,
    staleTime: Infinity,
    networkMode: 'always',
    queryFn: () =>
      new Promise<number>((answer) => {
        requested.push(answer)
        heard.splice(0).forEach((hear) => hear())
      }),
  })
  observer.subscribe(() => heard.splice(0).forEach((hear) => hear()))
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise<void>((done) => (heard = [...heard, done]))
  }
  return { client, requested, until, value: () => client.getQueryData<number>(KEY) }
}

test('what was on its way when something changed is requested once more', async () => {
  const { client, requested, until, value } = shown()
  await until(() => requested.length === 1)
  const again = askAgain(client, { queryKey: KEY }, () => false)
  void askAgain(client, { queryKey: KEY }, () => false)
  expect(requested.length).toBe(1)
  requested[0](1)
  await until(() => requested.length === 2)
  expect(value()).toBe(1)
  requested[1](2)
  await again
  expect(value()).toBe(2)
  expect(requested.length).toBe(2)
})

test('what nobody looks at is only marked, also when an answer was on its way', async () => {
  const { client, requested, until, value } = shown()
  await until(() => requested.length === 1)
  const again = askAgain(client, { queryKey: KEY }, () => true)
  requested[0](1)
  await again
  expect(value()).toBe(1)
  expect(requested.length).toBe(1)
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(true)
})

test('with `exact` the same call with another input is left alone', async () => {
  const client = new QueryClient()
  const [present, past] = [
    ['H1', 'figures', {}],
    ['H1', 'figures', { query: { known_at: '2026-11-01 00:00:00' } }],
  ]
  for (const key of [present, past]) client.setQueryData(key, 1)
  await askAgain(client, { queryKey: present, exact: true }, () => false)
  expect(client.getQueryState(present)?.isInvalidated).toBe(true)
  expect(client.getQueryState(past)?.isInvalidated).toBe(false)
})
