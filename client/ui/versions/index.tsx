import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../dialog/index.tsx'
import { Loaded } from '../state.tsx'
import textCss from '../text.module.css'
import layoutCss from '../layout.module.css'
import css from './versions.module.css'

/** A version of an entry as its history endpoint returns it. */
interface Version {
  version: number
  recorded_at: number
  recorded_by_name: string | null
  superseded_at: number | null
  superseded_by_name: string | null
  superseded_reason: string | null
}

/** The content of a version, in words. */
export interface VersionContent {
  /** What the version did. */
  what: string
  /** Text of the entry from then on. */
  content: ReactNode
  /** Further texts with labels; null ones are left out. */
  words: [string, string | null][]
}

/** One change of an entry. why: its reason, null where none was given. */
interface VersionEntry extends Partial<VersionContent> {
  key: string
  what: string
  /** Author and time, in words. */
  by: string
  why: string | null
}

interface Props<V> {
  title: string
  query: { data: V[] | undefined; error: unknown; refetch: () => unknown }
  /** Name of the content, for its loading and failure. */
  what: string
  texts: {
    by: (author: string | null, at: number) => string
    because: (reason: string) => string
    withdrawn: string
  }
  contentOf: (version: V) => VersionContent
  onClose: () => void
}

/** Dialog with the history of an entry, newest version first. */
export function VersionsDialog<V extends Version>({
  title,
  query,
  what,
  texts,
  contentOf,
  onClose,
}: Props<V>) {
  const { t } = useText()
  const because = (reason: string | null) => reason && texts.because(reason)
  // A version has the reason for which the one before it was superseded; a superseded newest one was withdrawn.
  const entriesOf = (v: V, i: number, all: V[]): VersionEntry[] => {
    const recorded: VersionEntry = {
      key: String(v.version),
      by: texts.by(v.recorded_by_name, v.recorded_at),
      why: because(all[i + 1]?.superseded_reason ?? null),
      ...contentOf(v),
    }
    if (i > 0 || v.superseded_at === null) return [recorded]
    const withdrawn: VersionEntry = {
      key: 'withdrawn',
      what: texts.withdrawn,
      by: texts.by(v.superseded_by_name, v.superseded_at),
      why: because(v.superseded_reason),
    }
    return [withdrawn, recorded]
  }
  return (
    <Dialog
      opened
      title={title}
      width={620}
      onClose={onClose}
      actions={(leave) => (
        <Button variant="default" onClick={leave} data-autofocus>
          {t('act.close')}
        </Button>
      )}
    >
      <Loaded query={query} what={what} height={200}>
        {(versions) => <Versions list={versions.flatMap(entriesOf)} />}
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
