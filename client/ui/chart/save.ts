/** Downloads a file in the browser. Works without a secure context. */
export function download(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the URL after the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

const TYPES = { csv: 'text/csv;charset=utf-8', svg: 'image/svg+xml' } as const

/** Downloads a text as a file. The byte order mark shows spreadsheets that a CSV is UTF-8. */
export function downloadText(text: string, name: string, kind: keyof typeof TYPES) {
  download(new Blob([kind === 'csv' ? `\uFEFF${text}` : text], { type: TYPES[kind] }), name)
}

/** Makes a name valid on every file system: letters and digits of any language, anything else as '-'. */
export function fileName(label: string, stamp: string, extension: string): string {
  const base = `${label} ${stamp}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '')
  return `${base.slice(0, 120) || 'chart'}.${extension}`
}
