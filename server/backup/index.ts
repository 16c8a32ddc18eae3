export { ArchiveError } from './archive.ts'
export { backup, type BackupReport } from './backup.ts'
export { checkArchive, restoreBackup, type RestoreOptions, type RestoreReport } from './restore.ts'
