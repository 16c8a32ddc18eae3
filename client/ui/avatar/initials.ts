/** First letters of the last two words: in Vietnamese names the given name comes last. */
export function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .filter(Boolean)
    .slice(-2)
    .map((word) => [...word][0].toLocaleUpperCase('vi'))
    .join('')
}
