/**
 * Addresses of the program's own pages, by the first part of each. What is asked for elsewhere is no page: another
 * program behind the same proxy, an interface that others have.
 */
export const PAGES =
  /^\/((account|accounts|audit|calculation|chart|dashboard|forecast|log|map|overview|quality|report|roles|sensor|settings|setup|sources|station|versions|wall|warnings)(\/|$)|$)/

/**
 * A page of our own origin. A second stroke, of either kind, would lead to another host: browsers take \\ for /.
 */
export const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/
