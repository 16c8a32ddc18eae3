import type { ReactNode } from 'react'
import textCss from '../text.module.css'
import layoutCss from '../layout.module.css'
import css from './versions.module.css'

/** One change of an entry. */
export interface VersionEntry {
  key: string
  what: string
  /** Author and time, in words. */
  by: string
  /** Reason, in words; null: none given. */
  why: string | null
  /** Text of the entry from then on. */
  said?: ReactNode
  /** Further texts with labels; null ones are left out. */
  words?: [string, string | null][]
}

/** History of an entry, newest first. */
export function Versions({ list }: { list: VersionEntry[] }) {
  return (
    <ol className={layoutCss.column}>
      {list.map(({ key, what, by, why, said, words = [] }) => {
        const present = words.filter(([, text]) => text !== null)
        return (
          <li key={key} className={css.version}>
            <header>
              <strong>{what}</strong>
              <span className={textCss.note}>{by}</span>
            </header>
            {why && <p>{why}</p>}
            {said && <p>{said}</p>}
            {present.length > 0 && (
              <p className={textCss.note}>
                {present.map(([label, text]) => `${label}: ${text}`).join(' · ')}
              </p>
            )}
          </li>
        )
      })}
    </ol>
  )
}
