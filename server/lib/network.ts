import { isIPv6 } from 'node:net'

/**
 * The network by which limits count: an IPv4 address as it is, of IPv6 the /64 that one subscriber has, in one
 * notation. A text that is no address stays as it is.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (mapped) return mapped[1]
  if (!isIPv6(plain)) return address
  const [head, tail = ''] = plain.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::')
  const [left, right] = [head, tail].map((part) => (part === '' ? [] : part.split(':')))
  const zeros = plain.includes('::') ? Array<string>(8 - left.length - right.length).fill('0') : []
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((g) => parseInt(g, 16).toString(16)).join(':')}::/64`
}
