import { join } from 'node:path'

/** Folder in which workers of the database tests record the program's statements, one file per process. */
export const STATEMENTS = join(import.meta.dirname, '../../tmp/statements')

/** A statement, and the program's file that sends it. */
export interface Sent {
  sql: string
  file: string
}
