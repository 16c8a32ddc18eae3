import { describe, expect, test } from 'vitest'
import { vi } from '#client/lib/text/vi/index.ts'
import { wantedOf } from './matrix.ts'
import { SCREENS } from './screens.ts'

const cellsOf = (...args: string[]) => {
  const { screens, cells } = wantedOf(args, SCREENS)
  return screens.flatMap((s) => cells(s).map((c) => `${s.name}-${c.language}-${c.theme}-${c.width}`))
}

describe('which pictures are taken', () => {
  test('without arguments every screen in both languages and themes, at its own widths or all three', () => {
    const all = cellsOf()
    expect(
      all.filter((name) => name.startsWith('dashboard-vi') || name.startsWith('dashboard-en')),
    ).toHaveLength(12)
    expect(all.filter((name) => name.startsWith('sign-in-refused-'))).toHaveLength(4)
    expect(new Set(all).size).toBe(all.length)
  })

  test('every panel of the menu is among them', () => {
    for (const key of Object.keys(vi.panels.name)) expect(cellsOf(`panel-${key}`)).toHaveLength(12)
  })

  test('one side is chosen by its word, several by all of theirs', () => {
    expect(cellsOf('dashboard', 'vi', 'dark', '390')).toEqual(['dashboard-vi-dark-390'])
    expect(cellsOf('dashboard', 'vi', '390', '1440')).toHaveLength(4)
  })

  test('pictures that differ in all sides have complete names', () => {
    expect(cellsOf('dashboard', 'vi-light-1440', 'en-dark-390')).toEqual([
      'dashboard-vi-light-1440',
      'dashboard-en-dark-390',
    ])
  })

  test('a star matches the rest of a name', () => {
    const names = wantedOf(['panel-*'], SCREENS).screens.map((s) => s.name)
    expect(names.length).toBeGreaterThanOrEqual(Object.keys(vi.panels.name).length)
    expect(names.every((name) => name.startsWith('panel-'))).toBe(true)
  })

  test('an unknown word is refused, with the existing names', () => {
    expect(() => wantedOf(['dashbord'], SCREENS)).toThrow(/dashbord.*dashboard/s)
    expect(() => wantedOf(['dashboard', '1280'], SCREENS)).toThrow('1280')
  })
})
