/**
 * First parts of the addresses of the program's own pages. Other paths are no pages: requests for another program
 * behind the same proxy, or for an interface of other products.
 */
export const PAGES =
  /^\/((account|accounts|audit|calculation|chart|dashboard|forecast|log|map|overview|quality|report|roles|sensor|settings|setup|sources|station|statistical|versions|wall|warnings)(\/|$)|tools\/$|$)/

/** The second HTML entry: its routes follow the hash, so that it has this one path. */
export const TOOLS_PAGE = '/tools/'

/** A page of our own origin. A second slash or backslash would lead to another host: browsers read \\ as /. */
export const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/
