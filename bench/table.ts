import type { Line } from './row.ts'

const HEAD = ['what', 'measured', 'floor', 'ratio', 'aim', '']

const verdict = (l: Line) => (l.met === null ? '' : l.met ? 'met' : 'NOT met')

const cells = (l: Line) => [l.what, l.measured, l.floor, l.ratio, l.aim, verdict(l)]

/** Lines aligned for a terminal. */
export function aligned(lines: readonly Line[]): string {
  const rows = [HEAD, ...lines.map(cells)]
  const widths = HEAD.map((_, i) => Math.max(...rows.map((r) => r[i].length)))
  const text = rows.map((r) =>
    r
      .map((cell, i) => (i === 3 ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join('  ')
      .trimEnd(),
  )
  return [text[0], widths.map((w) => '-'.repeat(w)).join('  '), ...text.slice(1)].join('\n')
}

/** A markdown table with aligned columns. */
export function markdown(lines: readonly Line[]): string {
  const rows = [HEAD, ...lines.map(cells)]
  const widths = HEAD.map((_, i) => Math.max(3, ...rows.map((r) => r[i].length)))
  const write = (r: string[]) => `| ${r.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`
  return [
    write(HEAD),
    `| ${widths.map((w) => '-'.repeat(w)).join(' | ')} |`,
    ...rows.slice(1).map(write),
  ].join('\n')
}

/** Bottlenecks of the missed targets, as a list. */
export function misses(lines: readonly Line[]): string {
  let title = ''
  const out: string[] = []
  for (const l of lines) {
    if (l.what !== '' && !l.what.startsWith(' ')) title = l.what
    if (l.met !== false || l.limit === '') continue
    const what = l.what.startsWith(' ') ? `${title}, ${l.what.trim()}` : title
    out.push(`- ${what} (${l.aim}): ${l.limit}`)
  }
  return out.join('\n')
}
