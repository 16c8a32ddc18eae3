import { beforeEach, expect, test, vi } from 'vitest'
import type { Notice } from './notice.ts'

// What was told is kept by the module, and other files of this process tell things too.
beforeEach(() => {
  vi.resetModules()
})

test('the first that is told is heard of by what shows it', async () => {
  const { notice, onNotice, firstNotice: told } = await import('./notice.ts')
  const heard: string[] = []
  const waits = told.then(() => heard.push('told'))
  await Promise.resolve()
  expect(heard).toEqual([])
  const shown: Notice[] = []
  notice('info', 'first')
  await waits
  onNotice((n) => shown.push(n))()
  expect([heard, shown.map((n) => n.message)]).toEqual([['told'], ['first']])
})

test('what is told before the area is there is shown once it is, in order, and only once', async () => {
  const { notice, onNotice } = await import('./notice.ts')
  notice('done', 'a')
  notice('failed', 'b', 'title')
  const first: Notice[] = []
  const off = onNotice((n) => first.push(n))
  expect(first.map((n) => [n.kind, n.message, n.title])).toEqual([
    ['done', 'a', undefined],
    ['failed', 'b', 'title'],
  ])
  notice('info', 'c')
  expect(first.at(-1)?.message).toBe('c')
  off()
  notice('info', 'd')
  expect(first).toHaveLength(3)
  const second: Notice[] = []
  onNotice((n) => second.push(n))
  expect(second.map((n) => n.message)).toEqual(['d'])
})
