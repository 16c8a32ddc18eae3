/** Whether a CSS unicode-range ('U+0102-0103, U+1EA0') contains any character of a text. */
export function covers(ranges: string, text: string): boolean {
  const all = ranges
    .split(',')
    .map((r) => /^\s*U\+([\dA-F?]+)(?:-([\dA-F]+))?\s*$/i.exec(r))
    .filter((m) => m !== null)
    .map(([, a, b]) => [
      Number.parseInt(a.replaceAll('?', '0'), 16),
      Number.parseInt(b ?? a.replaceAll('?', 'F'), 16),
    ])
  if (all.length === 0) return true
  return [...text].some((c) => all.some(([a, b]) => c.codePointAt(0)! >= a && c.codePointAt(0)! <= b))
}

async function asDataUrl(url: string): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${answer.status} ${url}`)
  const blob = await answer.blob()
  return new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.onerror = () => fail(reader.error ?? new Error(url))
    reader.readAsDataURL(blob)
  })
}

/**
 * The page's fonts as @font-face rules with embedded files, so that a saved picture looks the same on any machine:
 * only faces that the text needs. A face that cannot be fetched is left out.
 */
export async function facesFor(family: string, text: string): Promise<string> {
  const first = family
    .split(',')[0]
    .trim()
    .replaceAll(/^["']|["']$/g, '')
  const rules: string[] = []
  for (const sheet of document.styleSheets) {
    let own: CSSRuleList
    try {
      own = sheet.cssRules
    } catch {
      // Cross-origin, so none of ours.
      continue
    }
    for (const rule of own) {
      if (!(rule instanceof CSSFontFaceRule)) continue
      const { style } = rule
      const name = style.getPropertyValue('font-family').replaceAll(/^["']|["']$/g, '')
      const ranges = style.getPropertyValue('unicode-range')
      const source = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue('src'))?.[1]
      const upright = style.getPropertyValue('font-style') !== 'italic'
      if (name !== first || !source || !upright || !covers(ranges, text)) continue
      try {
        const data = await asDataUrl(new URL(source, sheet.href ?? document.baseURI).href)
        const weight = style.getPropertyValue('font-weight') || '400'
        rules.push(
          `@font-face{font-family:"${first}";font-weight:${weight};src:url("${data}") format("woff2")${ranges ? `;unicode-range:${ranges}` : ''}}`,
        )
      } catch {
        // The picture still names the font family.
      }
    }
  }
  return rules.join('')
}
