/**
 * The mount point by which dir outlives its system, or null: dir itself, or in a container whatever is not in the
 * container's own layer. mountinfo: the text of /proc/self/mountinfo.
 */
export function mountPointOf(dir: string, mountinfo: string): string | null {
  const mounts = mountinfo
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [before, after] = line.split(' - ')
      const point = before
        .split(' ')[4]
        .replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(parseInt(code, 8)))
      return { point, type: after.split(' ')[0] }
    })
  const container = mounts.some((mount) => mount.point === '/' && mount.type.includes('overlay'))
  const found = mounts
    .map((mount) => mount.point)
    .filter((point) => point !== '/' && (point === dir || (container && dir.startsWith(`${point}/`))))
  return found.sort((a, b) => b.length - a.length)[0] ?? null
}
