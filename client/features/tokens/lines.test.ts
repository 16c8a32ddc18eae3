import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { postReadings } from '#contract/readings.ts'
import { fullPath } from '#contract/endpoint.ts'
import { isLoopback, linesOf } from './lines.ts'

const place = {
  origin: 'http://10.0.0.5:8080',
  at: Date.UTC(2026, 10, 20, 7, 35),
  firstSeries: 'rain.a',
  value: 'VALUE',
}
/** The arguments that a shell passes to curl. */
const argsOf = (line: string) =>
  execFileSync('sh', ['-c', line.replace(/^curl /, `printf '%s\\n' `)], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')

test('a line for each thing that the scopes allow', () => {
  const kinds = (scopes: ('write' | 'read' | 'describe')[]) =>
    linesOf({ secret: 'fb_x', scopes, series: null }, place).map((l) => l.kind)
  expect(kinds(['write'])).toEqual(['try', 'send'])
  expect(kinds(['read'])).toEqual(['read'])
  expect(kinds(['write', 'read', 'describe'])).toEqual(['try', 'send', 'read', 'describe'])
})

test('a shell takes the line apart into the address, the token and a body that stores nothing', () => {
  const [line] = linesOf({ secret: 'fb_s-e_c', scopes: ['write'], series: null }, place)
  const args = argsOf(line.text)
  expect(args).toEqual([
    '-X',
    'POST',
    `http://10.0.0.5:8080${fullPath(postReadings)}`,
    '-H',
    'Authorization: Bearer fb_s-e_c',
    '-H',
    'Content-Type: application/json',
    '-d',
    '{"readings":[]}',
  ])
})

test('the example of a reading names a series of the token, and pasted unchanged it is no JSON', () => {
  const send = (series: string[] | null) =>
    argsOf(linesOf({ secret: 's', scopes: ['write'], series }, place)[1].text).at(-1)!
  expect(send(['level.b', 'level.c'])).toBe(
    '{"readings":[{"series":"level.b","t":"2026-11-20T07:35:00Z","v":VALUE}]}',
  )
  expect(send(null)).toContain('"rain.a"')
  expect(() => JSON.parse(send(null))).toThrow()
  expect(JSON.parse(send(null).replace('VALUE', '604.31')).readings[0]).toMatchObject({
    t: '2026-11-20T07:35:00Z',
    v: 604.31,
  })
})

test('addresses of the machine itself', () => {
  expect(['localhost', '127.0.0.1', '127.0.1.1', '[::1]'].map(isLoopback)).toEqual([true, true, true, true])
  expect(['10.0.0.5', 'plant.example', '192.168.1.127'].map(isLoopback)).toEqual([false, false, false])
})
