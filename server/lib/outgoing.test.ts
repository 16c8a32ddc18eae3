import { expect, test } from 'vitest'
import { addressOf, isForbidden } from './outgoing.ts'

test.each([
  '127.0.0.1',
  '127.8.9.1',
  '0.0.0.0',
  '169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1%eth0',
  'fd00:ec2::254',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:169.254.169.254',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '10.9.9.9',
  '::ffff:10.9.9.9',
])('%s is not connected to', (address) => expect(isForbidden(address, ['10.9.9.9'])).toBe(true))

test.each(['10.1.2.3', '192.168.1.64', '172.16.0.5', '203.0.113.9', 'fd12::5', '2001:db8::1'])(
  '%s is connected to',
  (address) => expect(isForbidden(address, [])).toBe(false),
)

test('a name is checked by the addresses to which it resolves', async () => {
  await expect(addressOf('localhost', false)).rejects.toMatchObject({ code: 'forbidden' })
  expect(['127.0.0.1', '::1']).toContain((await addressOf('localhost', true)).address)
  await expect(addressOf('[::1]', false)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(addressOf('no-such-camera.invalid', true)).rejects.toMatchObject({
    code: 'unknown_host',
  })
})
