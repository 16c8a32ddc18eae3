import { readFileSync } from 'node:fs'

export type Env = Readonly<Record<string, string | undefined>>

export interface SettingProblem {
  name: string
  /** The given text; null: none, or a secret that must not be shown. */
  given: string | null
  message: string
}

/** Reads settings by name and collects their faults. An empty text counts as not set. */
export class SettingReader {
  readonly problems: SettingProblem[] = []
  readonly #env: Env
  constructor(env: Env) {
    this.#env = env
  }

  given(name: string): boolean {
    return this.#env[name] !== undefined && this.#env[name].trim() !== ''
  }

  wrong(name: string, message: string, shown = true): null {
    this.problems.push({ name, given: shown && this.given(name) ? this.#env[name]!.trim() : null, message })
    return null
  }

  text(name: string, allowed = '', test: (text: string) => boolean = () => true): string | null {
    if (!this.given(name)) return null
    const text = this.#env[name]!.trim()
    return test(text) ? text : this.wrong(name, `must be ${allowed}`)
  }

  /** Reads a text as it is, blanks included; it is never shown. */
  secret(name: string, allowed = '', test: (text: string) => boolean = () => true): string | null {
    const text = this.#env[name]
    if (text === undefined || text === '') return null
    return test(text) ? text : this.wrong(name, `must be ${allowed} (what was given is not shown)`, false)
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | null {
    const words = allowed.length === 1 ? `${allowed[0]}, or not given` : `one of ${allowed.join(', ')}`
    return this.text(name, words, (text) => (allowed as readonly string[]).includes(text)) as T | null
  }

  flag(name: string): boolean | null {
    const text = this.text(name, '0 or 1', (t) => /^(0|1|on|off|true|false)$/i.test(t))
    return text === null ? null : /^(1|on|true)$/i.test(text)
  }

  whole(name: string, min: number, max: number): number | null {
    const test = (t: string) => /^\d{1,9}$/.test(t) && Number(t) >= min && Number(t) <= max
    const text = this.text(name, `a whole number from ${min} to ${max}`, test)
    return text === null ? null : Number(text)
  }

  list(name: string): string[] {
    const parts = (this.text(name) ?? '').split(',').map((part) => part.trim())
    return parts.filter((part) => part !== '')
  }

  /** Reads a URL, which is not shown when wrong: addresses of services contain passwords. */
  url(name: string, schemes: readonly string[]): string | null {
    const test = (t: string) => URL.canParse(t) && schemes.includes(new URL(t).protocol.slice(0, -1))
    if (!this.given(name)) return null
    const text = this.#env[name]!.trim()
    const allowed = schemes.map((scheme) => `${scheme}://...`).join(' or ')
    return test(text) ? text : this.wrong(name, `must be ${allowed} (what was given is not shown)`, false)
  }

  origin(name: string): string | null {
    const text = this.text(
      name,
      'https://host or http://host, with a port if need be and nothing after it',
      (t) => {
        if (!URL.canParse(t)) return false
        const url = new URL(t)
        const bare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
        return /^https?:$/.test(url.protocol) && bare
      },
    )
    return text === null ? null : new URL(text).origin
  }

  both(one: string, other: string): void {
    if (this.given(one) && !this.given(other)) this.wrong(other, `must be given where ${one} is`)
    if (this.given(other) && !this.given(one)) this.wrong(one, `must be given where ${other} is`)
  }
}

/**
 * The environment over an .env file. A line is NAME=value, a comment (#) or blank; quotes around a value are removed,
 * in double quotes \n is a line break; ` #` outside quotes begins a comment.
 */
export function readEnv(file: string, env: Env = process.env): Env {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return env
    throw error
  }
  return { ...parseEnv(text, file), ...env }
}

export function parseEnv(text: string, file = '.env'): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [i, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const match = /^(?:export\s+)?([A-Za-z_][A-Za-z\d_]*)\s*=\s*(.*)$/.exec(line)
    if (!match) throw new SyntaxError(`${file} line ${i + 1}: not NAME=value`)
    found[match[1]] = value(match[2], `${file} line ${i + 1}`)
  }
  return found
}

function value(text: string, where: string): string {
  const quote = text[0]
  if (quote !== '"' && quote !== "'") return text.replace(/(^|\s)#.*$/, '').trim()
  const end = text.indexOf(quote, 1)
  if (end < 0) throw new SyntaxError(`${where}: the quote ${quote} is not closed`)
  const rest = text.slice(end + 1).trim()
  if (rest !== '' && !rest.startsWith('#')) throw new SyntaxError(`${where}: text after the closing quote`)
  const inner = text.slice(1, end)
  return quote === '"' ? inner.replaceAll('\\n', '\n') : inner
}
