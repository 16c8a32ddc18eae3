export { ArchiveError } from './archive.ts'
export { backup, type BackupReport } from './backup.ts'
export { check, restore, type RestoreOptions, type RestoreReport } from './restore.ts'
