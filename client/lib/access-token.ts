/** Claims that pages read from an access token. The server decides; these only schedule the refresh. */
interface Claims {
  sub: string
  exp: number
  iat: number
}

/** Claims of a JWT, or null when it cannot be decoded. */
export function decode(token: string): Claims | null {
  const part = token.split('.')[1]
  if (!part) return null
  try {
    const bytes = atob(part.replace(/-/g, '+').replace(/_/g, '/'))
    const claims = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0))),
    ) as Partial<Claims>
    if (typeof claims.exp !== 'number' || typeof claims.iat !== 'number') return null
    return { sub: String(claims.sub ?? ''), exp: claims.exp, iat: claims.iat }
  } catch {
    return null
  }
}
