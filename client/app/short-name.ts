/** Words before or after a reservoir's own name that say only what kind of thing it is. */
const BEFORE =
  /^(?:(?:nhà máy|công trình|cụm|hồ chứa nước|hồ chứa|hồ|đập)\s+)*(?:th(?:ủy|uỷ)\s+điện\s+)?(?:tích năng\s+)?/iu
const AFTER =
  /\s+(?:(?:pumped[- ]storage\s+)?(?:hydro(?:electric|power)?)(?:\s+(?:power\s+)?(?:plant|project|station))?|reservoir|dam|HPP)$/iu

/** The name of a reservoir where there is room for little: its own, without the kind. */
export function shortName(name: string): string {
  const own = name.trim().replace(BEFORE, '').replace(AFTER, '').trim()
  return own === '' ? name : own
}
