/** The script that this page began with. */
export function ownBuild(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
}

/**
 * Whether to reload the page because the server has another build. `loaded`: the build for which that was done last; a
 * page that comes back unchanged (a caching proxy) must not be reloaded for ever.
 */
export function isNewer(own: string | null, served: string | null, loaded: string | null): boolean {
  return own !== null && served !== null && served !== own && served !== loaded
}
