/** Reads and writes the few cookies that pages may see. */
export interface Cookies {
  read(): string
  write(cookie: string): void
}

export function cookieOf(all: string, name: string): string | null {
  for (const part of all.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return decodeURIComponent(part.slice(at + 1).trim())
  }
  return null
}

/** Sets a session cookie for the whole site. */
export function setCookie(cookies: Cookies, name: string, value: string, secure: boolean): void {
  cookies.write(`${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${secure ? '; Secure' : ''}`)
}

export function dropCookie(cookies: Cookies, name: string): void {
  cookies.write(`${name}=; Path=/; SameSite=Strict; Max-Age=0`)
}
