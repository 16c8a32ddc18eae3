import { THEMES, WIDTHS, type Language, type Theme } from './camera.ts'
import type { Screen } from './screens.ts'

export interface Cell {
  language: Language
  theme: Theme
  width: number
}

const LANGUAGES: Language[] = ['vi', 'en']

export interface Wanted {
  screens: Screen[]
  /** The pictures of a screen: every requested language with every theme at every width. */
  cells: (screen: Screen) => Cell[]
}

/**
 * Parses the words of a call: names of screens ('panel-camera', 'panel-*'), 'vi' or 'en', 'light' or 'dark', widths,
 * or a combination ('vi-dark-390'). Without a word for a dimension, all of it.
 */
export function wantedOf(args: readonly string[], all: readonly Screen[]): Wanted {
  const pick = <T extends string | number>(options: readonly T[]): T[] => {
    const named = options.filter((o) => args.includes(String(o)))
    return named.length > 0 ? named : [...options]
  }
  const widths = [...new Set([...WIDTHS, ...all.flatMap((s) => s.widths ?? [])])]
  const sizes = args.filter((a) => /^\d+$/.test(a)).map(Number)
  const together = (cell: Cell) => `${cell.language}-${cell.theme}-${cell.width}`
  const whole = new Set(args.filter((a) => /^(vi|en)-(light|dark)-\d+$/.test(a)))
  const sides = new Set<string>([...LANGUAGES, ...THEMES, ...widths.map(String)])
  const patterns = args.filter((a) => !sides.has(a) && !whole.has(a))
  const matches = (name: string, pattern: string) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
  const lost = patterns.filter((p) => !all.some((s) => matches(s.name, p)))
  if (lost.length > 0)
    throw new Error(
      `no such screen, language, theme or width: ${lost.join(', ')}; screens are ${all.map((s) => s.name).join(', ')}`,
    )
  const languages = pick(LANGUAGES)
  const themes = pick(THEMES)
  return {
    screens: all.filter((s) => patterns.length === 0 || patterns.some((p) => matches(s.name, p))),
    cells: (screen) =>
      (screen.widths ?? WIDTHS)
        .filter((w) => sizes.length === 0 || sizes.includes(w))
        .flatMap((width) =>
          languages.flatMap((language) => themes.map((theme) => ({ language, theme, width }))),
        )
        .filter((cell) => whole.size === 0 || whole.has(together(cell))),
  }
}
