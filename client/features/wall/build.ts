/** The script that this page began with. */
export function ownBuild(): string | null {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null
}

/**
 * Whether to load the page anew because the server serves another build. `loaded`: the build for which that was done
 * last; a page that comes back the same (a proxy that keeps it) must not be loaded for ever.
 */
export function isNewer(own: string | null, served: string | null, loaded: string | null): boolean {
  return own !== null && served !== null && served !== own && served !== loaded
}
