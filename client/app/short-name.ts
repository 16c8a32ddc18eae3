/** Words around a reservoir's name that only say what kind of thing it is. */
const BEFORE =
  /^(?:(?:nhà máy|công trình|cụm|hồ chứa nước|hồ chứa|hồ|đập)\s+)*(?:th(?:ủy|uỷ)\s+điện\s+)?(?:tích năng\s+)?/iu
const AFTER =
  /\s+(?:(?:pumped[- ]storage\s+)?(?:hydro(?:electric|power)?)(?:\s+(?:power\s+)?(?:plant|project|station))?|reservoir|dam|HPP)$/iu

/** Shortens a reservoir's name to the proper name, without its kind, where room is short. */
export function shortName(name: string): string {
  const own = name.trim().replace(BEFORE, '').replace(AFTER, '').trim()
  return own === '' ? name : own
}
