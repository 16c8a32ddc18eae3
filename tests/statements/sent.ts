import { join } from 'node:path'

/** Where each worker of the database tests notes the statements that the program sends, a file a process. */
export const STATEMENTS = join(import.meta.dirname, '../../tmp/statements')

/** One statement, and the file of the program that sends it. */
export interface Sent {
  sql: string
  file: string
}
