import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownAddress } from '#server/lib/address.ts'
import { MAY_BE_OPEN } from '#server/features/camera/hide.ts'
import { freshDatabase } from '../database.ts'

test('no record with something to hide is missed at a start', async () => {
  const { db, drop } = await freshDatabase()
  try {
    const looked = async (addresses: string[]) => {
      const rows = await db.query<{ looked: boolean }>(
        `SELECT concat(NULL::jsonb, jsonb_build_object('body', jsonb_build_object('cameraPath', a))) ~* $2 AS looked
           FROM unnest($1::text[]) WITH ORDINALITY x(a, place) ORDER BY place`,
        [addresses, MAY_BE_OPEN],
      )
      return rows.map((r) => r.looked)
    }
    const plain = [
      'http://10.1.1.1/a.jpg',
      'https://***@cam.local:8080/snap/1',
      '/camera/',
      'http://***@10.1.1.1',
    ]
    expect(await looked(plain)).toEqual(plain.map(() => false))
    const piece = fc.constantFrom(
      '***',
      '@',
      ':',
      '/',
      '?',
      '#',
      '&',
      '=',
      '"',
      '\\',
      '\t',
      'a',
      'pw',
      'id',
      '%40',
    )
    const rest = fc.array(piece, { maxLength: 12 }).map((all) => all.join(''))
    const made = fc
      .tuple(
        fc.constantFrom('http://', 'HTTPS://'),
        fc.constantFrom('', '***@'),
        rest,
        fc.constantFrom('', 'h', 'h/a'),
      )
      .map((all) => all.join(''))
    const open = fc.sample(made, 5000).filter((a) => shownAddress(a) !== a)
    expect(open.length).toBeGreaterThan(100)
    const seen = await looked(open)
    expect(open.filter((_, i) => !seen[i])).toEqual([])
  } finally {
    await drop()
  }
})
