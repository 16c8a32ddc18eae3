import { describe, expect, test } from 'vitest'
import { placeOfRoute, presentEntry, returnTo, routeIn, signInFor } from './entry.ts'

describe('entries', () => {
  test('the entry follows from the path of the document', () => {
    expect(presentEntry('/tools/')).toBe('tools')
    expect(presentEntry('/dashboard')).toBe('main')
    expect(presentEntry('/toolshed')).toBe('main')
  })

  test('an address is a route of one entry, and back', () => {
    expect(routeIn('tools', '/tools/#/price?tab=now')).toBe('/price?tab=now')
    expect(routeIn('tools', '/tools/#')).toBe('/')
    expect(routeIn('tools', '/dashboard')).toBeNull()
    expect(routeIn('main', '/dashboard?panel=camera')).toBe('/dashboard?panel=camera')
    expect(routeIn('main', '/tools/#/price')).toBeNull()
    for (const [entry, address] of [
      ['tools', '/tools/#/price'],
      ['main', '/settings/changes'],
    ] as const)
      expect(placeOfRoute(entry, routeIn(entry, address)!)).toBe(address)
  })

  test('sign-in returns to the page that was asked for, of this origin only', () => {
    const search = new URL(signInFor('/tools/#/price?tab=now'), 'http://h').search
    expect(returnTo(search)).toBe('/tools/#/price?tab=now')
    expect(signInFor(undefined)).toBe('/account/login')
    for (const other of [
      'https://evil.example/',
      '//evil.example/tools/#/price',
      '/\\evil.example',
      '/dashboard',
      'javascript:alert(1)',
      '',
    ])
      expect(returnTo(`?from=${encodeURIComponent(other)}`), other).toBeNull()
    expect(returnTo('')).toBeNull()
  })
})
