/** Replaces names and passwords in addresses that people see. */
const HIDDEN = '***'

/** Query parameters that say which picture is requested, never by whom. All others may be secrets. */
const PLAIN =
  /^(action|ac|camera|cam|channel|chn|ch|chno|clock|cmd|codec|compression|date|duration|fps|framerate|height|h|id|image|imgprof|mode|mirror|nbrofframes|oid|picno|profile|quality|req_fps|res|resolution|rotation|rs|size|snapshot|source|stream|streamid|streamtype|streamprofile|subtype|text|type|videocodec|width|w)$/i

/** The address as people see it; unchanged where nothing in it can be secret. */
export function shownAddress(address: string): string {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return address
  const url = new URL(address)
  let hidden = false
  if (url.username !== '' || url.password !== '') {
    hidden = url.username !== HIDDEN || url.password !== ''
    url.username = HIDDEN
    url.password = ''
  }
  const query = [...url.searchParams].map(([name, value]) => {
    if (PLAIN.test(name) || value === '' || value === HIDDEN) return `${name}=${value}`
    hidden = true
    return `${name}=${HIDDEN}`
  })
  if (url.hash !== '') hidden = true
  if (!hidden) return address
  url.search = ''
  url.hash = ''
  return url.href + (query.length > 0 ? `?${query.join('&')}` : '')
}

/** Whether a part of it is hidden, so that it cannot be requested as it is. */
export function isHidden(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.username === HIDDEN || [...url.searchParams.values()].includes(HIDDEN)
}
