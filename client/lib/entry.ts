import type { LinkProps } from 'react-router'

/**
 * The pages are two HTML entries: the main one, whose routes are paths, and /tools/, whose routes follow the hash
 * (/tools/#/price). Pages are named by their whole address; within an entry the router knows its routes only.
 */
type Entry = 'main' | 'tools'

const TOOLS = '/tools/'
const HASH = `${TOOLS}#`

/** The entry that this document was loaded from. */
export function presentEntry(path: string = location.pathname): Entry {
  return path.startsWith(TOOLS) ? 'tools' : 'main'
}

/** The route of an address in an entry; null: the address belongs to the other one. */
export function routeIn(entry: Entry, address: string): string | null {
  const ofTools = address.startsWith(HASH)
  if (ofTools !== (entry === 'tools')) return null
  return ofTools ? address.slice(HASH.length) || '/' : address
}

/** The whole address of a route of an entry. */
export const placeOfRoute = (entry: Entry, route: string): string =>
  entry === 'tools' ? HASH + route : route

/** Properties of a Link to a page of either entry: within this one by the router, else by loading the other. */
export function linkTo(
  address: string,
  entry: Entry = presentEntry(),
): Pick<LinkProps, 'to' | 'reloadDocument'> {
  const route = routeIn(entry, address)
  // With its origin, since a hash router takes every path as one behind the hash.
  return route === null ? { to: location.origin + address, reloadDocument: true } : { to: route }
}

/** Sign-in, from another entry, with the page to return to. */
export const signInFor = (address: string | undefined): string =>
  address === undefined ? '/account/login' : `/account/login?from=${encodeURIComponent(address)}`

/** The page of the other entry that sign-in returns to. Anything else is ignored: addresses can be sent by anyone. */
export function returnTo(search: string): string | null {
  const from = new URLSearchParams(search).get('from')
  return from?.startsWith(`${HASH}/`) ? from : null
}
