import { beforeEach, expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import { CallError } from './call-error.ts'
import { reportFailures, reasonOf } from './failures.ts'
import { onNotice, type Notice } from './notice.ts'
import { setLanguage } from './text/load.ts'

const error = (status: number, code: string, message = 'said by the server', more = {}) =>
  new CallError({ status, code, message, ...more })

beforeEach(() => setLanguage('vi'))

test('every failure is reported once, with its heading, unless it is a 401 or the page was left', () => {
  const notices: Notice[] = []
  const stop = onNotice((n) => notices.push(n))
  reportFailures(error(401, 'token_invalid'))
  reportFailures(new DOMException('left', 'AbortError'))
  reportFailures(error(409, 'conflict'), 'load_failed')
  stop()
  expect(notices).toEqual([{ kind: 'failed', message: 'said by the server', title: messages.vi.load_failed }])
})

test('the reason in words: no answer, a refusal that is not ours, fields, an incident', async () => {
  expect(reasonOf(error(0, 'network'))).toBe(messages.vi.network_error)
  expect(reasonOf(error(403, 'http_403', 'HTTP 403'))).toBe(messages.vi.forbidden)
  expect(reasonOf(error(403, 'above_own_level', 'above'))).toBe('above')
  const errors = [
    { path: 'a', message: 'one', code: 'x' },
    { path: 'b', message: 'two', code: 'y' },
  ]
  expect(reasonOf(error(400, 'invalid_body', 'all', { errors }))).toBe('one. two')
  expect(reasonOf(error(500, 'internal', 'broken', { incident: 'i-1' }))).toContain('i-1')
  await setLanguage('en')
  expect(reasonOf(error(0, 'network'))).toBe(messages.en.network_error)
})
