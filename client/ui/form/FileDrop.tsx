import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useText } from '../../lib/text/index.ts'
import { FormAlert } from './FormAlert.tsx'
import css from './form.module.css'

interface Props {
  /** Accessible name of the field. */
  label: string
  /** Accepted file extensions. */
  accept: string
  /** Maximum size in bytes, and the error for a larger file, which is refused before upload. */
  limit: number
  tooLarge: (name: string) => string
  /** Error for several files at once. */
  several?: string
  /** A file is being read: no other is accepted. */
  busy?: boolean
  /** Why the last file could not be read. */
  failure?: string | null
  onFile: (file: File) => void
  className: string
  /** Smaller, as it has a file already. */
  held?: boolean
  /** Content, with the button that opens the file dialog. */
  children: (choose: () => void) => ReactNode
}

/** Drop zone for one file. */
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
            // Allows choosing the same file again after it was corrected.
            e.currentTarget.value = ''
          }}
        />
      </div>
      {problem && !busy && <FormAlert kind="failed">{problem}</FormAlert>}
    </>
  )
}
