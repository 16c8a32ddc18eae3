import { join } from 'node:path'

/** Folder in which workers of the database tests record the program's statements, one file per process. */
export const STATEMENTS = join(import.meta.dirname, '../../tmp/statements')

/** A statement, and the program's file and function that send it. */
export interface Sent {
  sql: string
  file: string
  /** null: code outside of a function with a name. */
  function: string | null
}
