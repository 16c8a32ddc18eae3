export type Language = 'vi' | 'en'

/** Blanks that take a local time of the plant: written as the language writes it. What was typed stays as typed. */
const TIMES = new Set(['at', 'first', 'time', 'since'])
const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}:\d{2})(?::00)?(:\d{2})?$/

/** A message with its blanks filled in: {name}. */
export function fill(
  message: string,
  language: Language,
  params: Record<string, string | number> = {},
): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const given = String(params[name] ?? '')
    return TIMES.has(name) ? timeText(given, language) : given
  })
}

const timeText = (local: string, language: Language) =>
  local.replace(LOCAL_TIME, (_, y: string, m: string, d: string, minute: string, second = '') =>
    language === 'vi' ? `${d}/${m}/${y} ${minute}${second}` : `${y}-${m}-${d} ${minute}${second}`,
  )
