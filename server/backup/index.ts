export { ArchiveError } from './archive.ts'
export { backup } from './backup.ts'
export { check, restore } from './restore.ts'
