import type { Text } from '../../lib/text/index.ts'

type Words = Readonly<Record<string, string | undefined>>

/** An action of the log in words, or as it was recorded where there are none. */
export const auditActWords = (act: string, texts: Text) => (texts.auditWords.acts as Words)[act] ?? act
/** What an action was done to, likewise. */
export const nounWords = (noun: string, texts: Text) => (texts.auditWords.nouns as Words)[noun] ?? noun

/** Whether an act is one that was prevented. */
export const isRefusal = (act: string) => /refused|reused/.test(act)
