import { createHash, randomBytes } from 'node:crypto'

/** A camera's challenge (RFC 7617 Basic, RFC 7616 Digest). */
export type Challenge =
  | { scheme: 'basic' }
  | {
      scheme: 'digest'
      realm: string
      nonce: string
      opaque: string | null
      algorithm: 'MD5' | 'SHA-256' | 'MD5-sess' | 'SHA-256-sess'
      /** null: the old form without a counter. */
      qop: 'auth' | null
      /** How many times the nonce was used. */
      uses: number
    }

export interface Credentials {
  user: string
  password: string
}

/** The strongest challenge of a WWW-Authenticate header that can be answered; null: none. */
export function readChallenge(header: string): Challenge | null {
  const found: Challenge[] = []
  for (const { scheme, params } of schemesOf(header)) {
    if (scheme === 'basic') found.push({ scheme: 'basic' })
    if (scheme !== 'digest' || params.nonce === undefined) continue
    const algorithm = ALGORITHMS.find((a) => a.toLowerCase() === (params.algorithm ?? 'MD5').toLowerCase())
    const qops = params.qop?.split(',').map((q) => q.trim().toLowerCase())
    if (!algorithm || (qops && !qops.includes('auth'))) continue
    found.push({
      scheme: 'digest',
      realm: params.realm ?? '',
      nonce: params.nonce,
      opaque: params.opaque ?? null,
      algorithm,
      qop: qops ? 'auth' : null,
      uses: 0,
    })
  }
  const worth = (c: Challenge) => (c.scheme === 'basic' ? 0 : c.algorithm.startsWith('SHA') ? 2 : 1)
  return found.sort((a, b) => worth(b) - worth(a))[0] ?? null
}

const ALGORITHMS = ['MD5', 'SHA-256', 'MD5-sess', 'SHA-256-sess'] as const

function schemesOf(header: string): { scheme: string; params: Record<string, string> }[] {
  const list: { scheme: string; params: Record<string, string> }[] = []
  const token = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))|([A-Za-z][\w-]*)(?=\s|,|$)/g
  for (const [, name, quoted, plain, scheme] of header.matchAll(token)) {
    if (scheme) list.push({ scheme: scheme.toLowerCase(), params: {} })
    else if (list.length > 0)
      list.at(-1)!.params[name.toLowerCase()] = quoted?.replace(/\\(.)/g, '$1') ?? plain
  }
  return list
}

/** The Authorization header that answers a challenge. cnonce: our random nonce. */
export function authorization(
  challenge: Challenge,
  { user, password }: Credentials,
  method: string,
  uri: string,
  cnonce = randomBytes(12).toString('hex'),
): string {
  if (challenge.scheme === 'basic') return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const { realm, nonce, opaque, algorithm, qop } = challenge
  const hash = (text: string) =>
    createHash(algorithm.startsWith('SHA') ? 'sha256' : 'md5')
      .update(text)
      .digest('hex')
  const nc = (++challenge.uses).toString(16).padStart(8, '0')
  let a1 = hash(`${user}:${realm}:${password}`)
  if (algorithm.endsWith('-sess')) a1 = hash(`${a1}:${nonce}:${cnonce}`)
  const a2 = hash(`${method}:${uri}`)
  const response = hash(qop ? `${a1}:${nonce}:${nc}:${cnonce}:${qop}:${a2}` : `${a1}:${nonce}:${a2}`)
  const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
  return [
    `Digest username=${quoted(user)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    `algorithm=${algorithm}`,
    ...(qop ? [`qop=${qop}`, `nc=${nc}`] : []),
    ...(qop || algorithm.endsWith('-sess') ? [`cnonce="${cnonce}"`] : []),
    `response="${response}"`,
    ...(opaque === null ? [] : [`opaque=${quoted(opaque)}`]),
  ].join(', ')
}
