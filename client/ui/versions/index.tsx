import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../dialog/index.tsx'
import { Loaded } from '../state.tsx'
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
  content?: ReactNode
  /** Further texts with labels; null ones are left out. */
  words?: [string, string | null][]
}

/** Dialog with the history of an entry, newest version first. */
export function VersionsDialog<V extends { superseded_reason: string | null }>(props: {
  title: string
  query: { data: V[] | undefined; error: unknown; refetch: () => unknown }
  /** Name of the content, for its loading and failure. */
  what: string
  /** Changes that a version shows. why: the reason of the change that created it. */
  entriesOf: (version: V, why: string | null, newest: boolean) => VersionEntry[]
  onClose: () => void
}) {
  const { t } = useText()
  return (
    <Dialog
      opened
      title={props.title}
      width={620}
      onClose={props.onClose}
      actions={(leave) => (
        <Button variant="default" onClick={leave} data-autofocus>
          {t('act.close')}
        </Button>
      )}
    >
      <Loaded query={props.query} what={props.what} height={200}>
        {(versions) => (
          <Versions
            list={versions.flatMap((v, i) =>
              props.entriesOf(v, versions[i + 1]?.superseded_reason ?? null, i === 0),
            )}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

/** History of an entry, newest first. */
function Versions({ list }: { list: VersionEntry[] }) {
  return (
    <ol className={layoutCss.column}>
      {list.map(({ key, what, by, why, content, words = [] }) => {
        const present = words.filter(([, text]) => text !== null)
        return (
          <li key={key} className={css.version}>
            <header>
              <strong>{what}</strong>
              <span className={textCss.note}>{by}</span>
            </header>
            {why && <p>{why}</p>}
            {content && <p>{content}</p>}
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
