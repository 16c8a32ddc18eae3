const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bcoc_coc_browser\//, 'Cốc Cốc'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const find = (list: [RegExp, string][], agent: string) => list.find(([mark]) => mark.test(agent))?.[1] ?? null

/** Browser and system named by a User-Agent; another program by its first word; null: unknown. */
export function deviceOf(agent: string | null): { browser: string; system: string | null } | null {
  if (!agent) return null
  const browser = find(BROWSERS, agent)
  if (browser) return { browser, system: find(SYSTEMS, agent) }
  const program = /^([\w.-]+)(?:\/|\s|$)/.exec(agent)?.[1]
  return program && program !== 'Mozilla' ? { browser: program, system: null } : null
}
