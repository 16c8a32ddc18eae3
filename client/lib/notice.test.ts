import { beforeEach, expect, test, vi } from 'vitest'
import type { Notice } from './notice.ts'

// Notices are module state, and other files of this process send some too.
beforeEach(() => {
  vi.resetModules()
})

test('a subscriber receives the first notice', async () => {
  const { notice, onNotice, firstNotice } = await import('./notice.ts')
  const notices: string[] = []
  const waits = firstNotice.then(() => notices.push('first'))
  await Promise.resolve()
  expect(notices).toEqual([])
  const shown: Notice[] = []
  notice('info', 'first')
  await waits
  onNotice((n) => shown.push(n))()
  expect([notices, shown.map((n) => n.message)]).toEqual([['first'], ['first']])
})

test('notices sent before the area has loaded are shown then, in order and once', async () => {
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
