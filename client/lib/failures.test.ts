import { beforeEach, expect, test } from 'vitest'
import { messages } from '#contract/messages.ts'
import { CallError } from './call-error.ts'
import { reportFailures, reportOneOfMany, reasonOf } from './failures.ts'
import { onNotice, type Notice } from './notice.ts'
import { setLanguage } from './text/load.ts'
import { vi } from './text/vi/index.ts'

const error = (status: number, code: string, message = 'said by the server', more = {}) =>
  new CallError({ status, code, message, ...more })

beforeEach(() => setLanguage('vi'))

test('every failure is reported once, with its heading, unless it is a 401 or the page was left', () => {
  const notices: Notice[] = []
  const stop = onNotice((n) => notices.push(n))
  reportFailures(error(401, 'token_invalid'))
  reportFailures(new DOMException('left', 'AbortError'))
  reportFailures(error(409, 'conflict'), 'load_failed')
  reportFailures(error(403, 'above_own_level'))
  stop()
  const failed = { kind: 'failed', message: 'said by the server' }
  expect(notices).toEqual([
    { ...failed, title: messages.vi.load_failed },
    { ...failed, title: messages.vi.action_denied },
  ])
})

test('one of several calls that failed is reported with its reason, unless the session is over', () => {
  const notices: Notice[] = []
  const stop = onNotice((n) => notices.push(n))
  reportOneOfMany(error(401, 'token_invalid'))
  reportOneOfMany(error(0, 'network'))
  stop()
  const message = messages.vi.batch_failed.replace('{detail}', messages.vi.network_error)
  expect(notices).toEqual([{ kind: 'failed', message, title: undefined }])
})

test('a plain refusal is worded by whether something was to be changed', () => {
  for (const code of ['forbidden', 'http_403']) {
    expect(reasonOf(error(403, code))).toBe(messages.vi.forbidden)
    expect(reasonOf(error(403, code, '', { acting: true }))).toBe(messages.vi.no_permission_for_action)
  }
  // A refusal with details is shown as it is.
  expect(reasonOf(error(403, 'above_own_level', 'above', { acting: true }))).toBe('above')
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
  // The server's text contains the incident already: it is not repeated.
  const named = reasonOf(error(500, 'internal', 'Lỗi máy chủ, mã sự cố i-1', { incident: 'i-1' }))
  expect(named.match(/i-1/g)).toHaveLength(1)
  // Texts of browsers and of bugs are not for users.
  for (const raw of ['Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'])
    expect(reasonOf(new TypeError(raw))).toBe(messages.vi.network_error)
  expect(reasonOf(new TypeError("Cannot read properties of undefined (reading 'x')"))).toBe(
    vi.error.unexpected,
  )
  expect(reasonOf(new Error('our own words'))).toBe('our own words')
  await setLanguage('en')
  expect(reasonOf(error(0, 'network'))).toBe(messages.en.network_error)
})
