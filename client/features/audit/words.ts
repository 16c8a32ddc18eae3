import type { Text } from '../../lib/text/index.ts'

type Words = Readonly<Record<string, string | undefined>>

/** Name of an action, or its code where there is none. */
export const auditActWords = (act: string, texts: Text) => (texts.auditWords.acts as Words)[act] ?? act
/** Name of the noun that an action was done to, or its code. */
export const nounWords = (noun: string, texts: Text) => (texts.auditWords.nouns as Words)[noun] ?? noun

/** Whether the record is of an action that was refused. */
export const isRefusal = (act: string) => /refused|reused/.test(act)
