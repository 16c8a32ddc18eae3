import { expect, test } from 'vitest'
import { deviceOf } from './device.ts'

const named = (agent: string | null) => {
  const d = deviceOf(agent)
  return d && [d.browser, d.system]
}

test('recognises browsers that name several products', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36'
  expect(named(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`)).toEqual(['Chrome', 'Windows'])
  expect(named(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/147.0.0.0`)).toEqual([
    'Edge',
    'Windows',
  ])
  expect(named(`Mozilla/5.0 (Linux; Android 15; K) ${chrome.replace('Safari', 'Mobile Safari')}`)).toEqual([
    'Chrome',
    'Android',
  ])
  expect(
    named(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    ),
  ).toEqual(['Safari', 'iOS'])
  expect(named('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toEqual([
    'Firefox',
    'Linux',
  ])
})

test('names programs by their own name, or as unknown', () => {
  expect(named('curl/8.5.0')).toEqual(['curl', null])
  expect(named('node')).toEqual(['node', null])
  expect(named('Mozilla/5.0')).toBeNull()
  expect(named('')).toBeNull()
  expect(named(null)).toBeNull()
})
