export { ArchiveError } from './archive.ts'
export { backup } from './backup.ts'
export { checkArchive, restoreBackup } from './restore.ts'
