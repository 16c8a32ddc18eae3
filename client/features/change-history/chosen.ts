import type { DescribedNoun } from '#contract/changes.ts'

/** One item of the file, or all of it. */
export type Chosen = { noun: DescribedNoun; id: string; name: string } | 'all'
