import type { ReactNode } from 'react'
import css from './versions.module.css'

/** One thing that was done to an entry. */
export interface VersionEntry {
  key: string
  what: string
  /** By whom and when, in words. */
  by: string
  /** Why, in words; null: nobody said. */
  why: string | null
  /** What the entry said from then on. */
  said?: ReactNode
  /** Its further words, each with its label; null ones are left out. */
  words?: [string, string | null][]
}

/** Everything that was done to an entry, the newest first. */
export function Versions({ list }: { list: VersionEntry[] }) {
  return (
    <ol className={css.versions}>
      {list.map(({ key, what, by, why, said, words = [] }) => {
        const told = words.filter(([, text]) => text !== null)
        return (
          <li key={key} className={css.version}>
            <header>
              <strong>{what}</strong>
              <span className={css.small}>{by}</span>
            </header>
            {why && <p>{why}</p>}
            {said && <p>{said}</p>}
            {told.length > 0 && (
              <p className={css.small}>{told.map(([label, text]) => `${label}: ${text}`).join(' · ')}</p>
            )}
          </li>
        )
      })}
    </ol>
  )
}
