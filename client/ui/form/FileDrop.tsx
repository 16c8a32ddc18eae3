import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import { FormAlert } from './FormAlert.tsx'
import css from './form.module.css'

interface Props {
  /** What the field is called, for who hears it. */
  label: string
  /** What may be chosen, by the ends of names. */
  accept: string
  /** The most bytes, and what is said of a file with more: it is refused before it is sent. */
  limit: number
  tooLarge: (name: string) => string
  /** What is said of several at once. */
  several?: string
  /** A file is being read: no other is taken. */
  busy?: boolean
  /** Why the last one could not be read. */
  failure?: string | null
  onFile: (file: File) => void
  className: string
  /** It has a file, and is smaller. */
  held?: boolean
  /** What it shows, with the button that opens the choice. */
  children: (choose: () => void) => ReactNode
}

/** Where one file is dropped or chosen. */
export function FileDrop(props: Props) {
  const { label, accept, limit, tooLarge, several, busy = false, failure, onFile, children } = props
  const { t } = useText()
  const [wrong, setWrong] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function take(files: FileList | null) {
    const file = files?.[0]
    if (!file || busy) return
    const refusal =
      files.length > 1 ? (several ?? t('field.oneFile')) : file.size > limit ? tooLarge(file.name) : null
    setWrong(refusal)
    if (refusal === null) onFile(file)
  }
  function drop(e: DragEvent) {
    e.preventDefault()
    setOver(false)
    take(e.dataTransfer.files)
  }

  const problem = wrong ?? failure
  return (
    <>
      <div
        className={`${css.drop} ${props.className}`}
        data-over={over || undefined}
        data-held={props.held || undefined}
        onDragOver={(e) => {
          e.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {children(() => input.current?.click())}
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          aria-label={label}
          onChange={(e) => {
            take(e.currentTarget.files)
            // The same file may be chosen again once it is corrected.
            e.currentTarget.value = ''
          }}
        />
      </div>
      {problem && !busy && <FormAlert kind="failed">{problem}</FormAlert>}
    </>
  )
}
