import { expect, test } from 'vitest'
import { login } from '#contract/auth.ts'
import { timeoutOf } from './call.ts'

test('how long a call may take: 600 s, 60 s for reports, 10 s for the basic API', () => {
  expect(timeoutOf(login)).toBe(600_000)
  expect(timeoutOf({ base: 'main', path: '/v1/report/lite/get-report' })).toBe(60_000)
  expect(timeoutOf({ base: 'basic', path: '/anything' })).toBe(10_000)
})
