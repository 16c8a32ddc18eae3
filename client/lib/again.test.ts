import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { askAgain } from './again.ts'

const KEY = ['H1', 'figures']

/** A shown query whose answers come when the test says so. */
function shown() {
  const client = new QueryClient()
  const asked: ((value: number) => void)[] = []
  let heard: (() => void)[] = []
  const observer = new QueryObserver<number>(client, {
    queryKey: KEY,
    staleTime: Infinity,
    networkMode: 'always',
    queryFn: () =>
      new Promise<number>((answer) => {
        asked.push(answer)
        heard.splice(0).forEach((hear) => hear())
      }),
  })
  observer.subscribe(() => heard.splice(0).forEach((hear) => hear()))
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise<void>((done) => (heard = [...heard, done]))
  }
  return { client, asked, until, value: () => client.getQueryData<number>(KEY) }
}

test('what was on its way when something changed is asked for once more', async () => {
  const { client, asked, until, value } = shown()
  await until(() => asked.length === 1)
  const again = askAgain(client, KEY, () => false)
  void askAgain(client, KEY, () => false)
  expect(asked.length).toBe(1)
  asked[0](1)
  await until(() => asked.length === 2)
  expect(value()).toBe(1)
  asked[1](2)
  await again
  expect(value()).toBe(2)
  expect(asked.length).toBe(2)
})

test('what nobody looks at is only marked, also when an answer was on its way', async () => {
  const { client, asked, until, value } = shown()
  await until(() => asked.length === 1)
  const again = askAgain(client, KEY, () => true)
  asked[0](1)
  await again
  expect(value()).toBe(1)
  expect(asked.length).toBe(1)
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(true)
})
