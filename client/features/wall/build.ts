/** The script that this page was loaded with. */
export function ownBuild(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
}

/**
 * Whether to reload because the server has another build. `loaded`: the build for which it last did; a page that
 * comes back unchanged (a caching proxy) must not reload for ever.
 */
export function isNewer(own: string | null, served: string | null, loaded: string | null): boolean {
  return own !== null && served !== null && served !== own && served !== loaded
}
