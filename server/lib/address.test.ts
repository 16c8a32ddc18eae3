import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHidden, shownAddress } from './address.ts'

test.each([
  ['http://10.1.2.3/snapshot.jpg', 'http://10.1.2.3/snapshot.jpg'],
  ['http://admin:Mật%20khẩu@10.1.2.3:8080/snap.jpg', 'http://***@10.1.2.3:8080/snap.jpg'],
  ['http://admin@10.1.2.3/snap.jpg', 'http://***@10.1.2.3/snap.jpg'],
  [
    'https://cam.example/cgi-bin/snapshot.cgi?channel=1&usr=admin&pwd=x%26y',
    'https://cam.example/cgi-bin/snapshot.cgi?channel=1&usr=***&pwd=***',
  ],
  ['http://cam.example/v.mjpg?tok=abc', 'http://cam.example/v.mjpg?tok=***'],
  ['/camera/', '/camera/'],
])('%s is shown as %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown)
  expect(isHidden(shown)).toBe(shown !== address)
})

test('names, passwords and unknown query parameters are never shown, and masking twice changes nothing', () => {
  const secret = fc.string({
    minLength: 6,
    maxLength: 20,
    unit: fc.constantFrom(...'ABCDEFGHJKxyzwvu2345@:/?&=# '),
  })
  const word = (s: string) => encodeURIComponent(s)
  fc.assert(
    fc.property(secret, secret, secret, (user, password, token) => {
      const mark = (s: string) => `q9${s}`
      const address =
        `http://${word(mark(user))}:${word(mark(password))}@10.0.0.9:81/axis-cgi/jpg/image.cgi` +
        `?resolution=640x480&key=${word(mark(token))}`
      const shown = shownAddress(address)
      for (const s of [user, password, token]) {
        expect(shown).not.toContain(mark(s))
        expect(shown).not.toContain(word(mark(s)))
      }
      expect(shown).toContain('resolution=640x480')
      expect(shownAddress(shown)).toBe(shown)
    }),
  )
})
