import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Why nothing was sent to a host: its name has no address, or one that must not be connected to. */
export class TargetError extends Error {
  override name = 'TargetError'
  readonly code: 'unknown_host' | 'forbidden'
  readonly host: string
  constructor(code: TargetError['code'], host: string) {
    super(`${code}: ${host}`)
    this.code = code
    this.host = host
  }
}

/**
 * Addresses to which nothing is sent: of this machine, link-local ones (where clouds serve credentials), and those that
 * name no single machine. Cameras and servers of the plant's own network are allowed (docs/decisions/0024-camera.md).
 */
const NEVER = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  NEVER.addSubnet(net, bits, 'ipv4')
// Each serves credentials in one cloud.
for (const address of ['100.100.100.200', '168.63.129.16']) NEVER.addAddress(address, 'ipv4')
for (const [net, bits] of [
  ['::', 128],
  ['::1', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['fd00:ec2::', 32],
] as const)
  NEVER.addSubnet(net, bits, 'ipv6')

/** The IPv4 address inside an IPv6 address: ::ffff:a.b.c.d, ::a.b.c.d, 64:ff9b::a.b.c.d, 2002:ab:cd::. */
function embeddedAddress(address: string): string | null {
  const groups = groupsOf(address)
  const of = (i: number) =>
    [groups[i] >> 8, groups[i] & 255, groups[i + 1] >> 8, groups[i + 1] & 255].join('.')
  const zeros = (n: number) => groups.slice(0, n).every((g) => g === 0)
  if (zeros(5) && groups[5] === 0xffff) return of(6)
  if (zeros(6) && (groups[6] !== 0 || groups[7] > 1)) return of(6)
  if (groups[0] === 0x64 && groups[1] === 0xff9b) return of(6)
  if (groups[0] === 0x2002) return of(1)
  return null
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const plain = address
    .replace(/%.*$/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
      [(+a << 8) | +b, (+c << 8) | +d].map((g) => g.toString(16)).join(':'),
    )
  const [head, tail] = plain.split('::')
  const parse = (part: string | undefined) => (part ? part.split(':').map((g) => parseInt(g, 16)) : [])
  const [a, b] = [parse(head), parse(tail)]
  return tail === undefined ? a : [...a, ...Array<number>(8 - a.length - b.length).fill(0), ...b]
}

/** Whether connecting to an address is forbidden. own: addresses of this machine. */
export function isForbidden(address: string, own: readonly string[] = ownAddresses()): boolean {
  if (own.includes(address)) return true
  if (isIP(address) === 4) return NEVER.check(address, 'ipv4')
  if (NEVER.check(address.replace(/%.*$/, ''), 'ipv6')) return true
  const v4 = embeddedAddress(address)
  return v4 !== null && isForbidden(v4, own)
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((i) => i.address))
}

/**
 * The address to connect to: resolved once, checked, and used as it is, so that it cannot change after the check.
 * allowed: whether forbidden ones may be used (ALLOW_PRIVATE_TARGETS). @throws TargetError
 */
export async function addressOf(
  hostname: string,
  allowed: boolean,
): Promise<{ address: string; family: number }> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  let found: { address: string; family: number }[]
  try {
    found = await lookup(host, { all: true })
  } catch {
    throw new TargetError('unknown_host', host)
  }
  // One allowed address does not make up for a forbidden one: the name is not trusted.
  if (found.length === 0 || (!allowed && found.some((f) => isForbidden(f.address))))
    throw new TargetError('forbidden', host)
  return found[0]
}

interface OutgoingOptions {
  /** Whether forbidden addresses may be used: ALLOW_PRIVATE_TARGETS. */
  allowed: boolean
  /** ms until the head of the answer must be there. */
  timeout: number
  /** The error of an answer that is not there by then. */
  late(): Error
  headers: Record<string, string>
  signal: AbortSignal
}

/**
 * Requests an http(s) address and resolves with the head of the answer, whatever its status. Redirects are left to the
 * caller, to whom a new address is a new target. @throws TargetError, the error of `late`, or that of the network
 */
export async function getFrom(url: URL, o: OutgoingOptions): Promise<IncomingMessage> {
  const found = await addressOf(url.hostname, o.allowed)
  const pinned: LookupFunction = (_name, options, done) =>
    options.all ? done(null, [found]) : done(null, found.address, found.family)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (url.protocol === 'https:' ? https : http).get(
    url,
    { lookup: pinned, signal: o.signal, agent: false, headers: { 'user-agent': 'Forebay', ...o.headers } },
    resolve,
  )
  const timer = setTimeout(() => request.destroy(o.late()), o.timeout)
  request.on('error', reject)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}
