import { expect, test } from 'vitest'
import { authorization, readChallenge } from './authorize.ts'

// RFC 7616, section 3.9.1.
const BOTH =
  'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, ' +
  'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"'
const MD5 = BOTH.replace('SHA-256', 'MD5')
const MUFASA = { user: 'Mufasa', password: 'Circle of Life' }
const CNONCE = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'

test.each([
  [BOTH, '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  [MD5, '8ca523f5e9506fed4657c9700eebdbec'],
])('answers the challenge of RFC 7616', (header, response) => {
  const challenge = readChallenge(header)!
  const answer = authorization(challenge, MUFASA, 'GET', '/dir/index.html', CNONCE)
  expect(answer).toContain(`response="${response}"`)
  expect(answer).toContain('nc=00000001')
  expect(answer).toContain('opaque="FQhe/')
  expect(authorization(challenge, MUFASA, 'GET', '/dir/index.html')).toContain('nc=00000002')
})

test('the strongest of several challenges is answered, in any order', () => {
  expect(readChallenge(`Basic realm="cam", ${MD5}`)).toMatchObject({ scheme: 'digest', algorithm: 'MD5' })
  expect(readChallenge(`${MD5}, ${BOTH}, Basic realm="cam"`)).toMatchObject({ algorithm: 'SHA-256' })
  expect(readChallenge('Basic realm="a, \\"b\\" Digest"')).toEqual({ scheme: 'basic' })
})

test('the old form without a counter is answered', () => {
  // RFC 2069 as corrected.
  const challenge = readChallenge(
    'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"',
  )!
  const answer = authorization(
    challenge,
    { user: 'Mufasa', password: 'CircleOfLife' },
    'GET',
    '/dir/index.html',
  )
  expect(answer).toContain('response="1949323746fe6a43ef61f9606e7febea"')
  expect(answer).not.toContain('nc=')
})

test.each(['Negotiate', 'Digest realm="x"', 'Digest nonce="x", qop="auth-int"', 'Bearer realm="x"', ''])(
  '%j is refused',
  (header) => expect(readChallenge(header)).toBeNull(),
)
