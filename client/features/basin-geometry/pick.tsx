import { Button, Loader } from '@mantine/core'
import { useRef, useState } from 'react'
import { CONTOUR_LIMIT } from '#contract/geo.ts'
import { useText } from '../../lib/text/index.ts'
import { FormAlert } from '../../ui/form/index.ts'
import css from './basin.module.css'

interface Props {
  /** The file that was chosen, and whether it is being read. */
  file: File | null
  reading: boolean
  onFile: (file: File) => void
  /** What may be chosen, by the ends of names, and in words. */
  accept?: string
  formats?: string
}

/** Where a file is dropped or chosen. One that is too large is refused before it is sent. */
export function PickFile(props: Props) {
  const { file, reading, onFile, accept = '.geojson,.json,.kml,.kmz,.zip', formats } = props
  const { t } = useText()
  const [wrong, setWrong] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function take(files: FileList | null) {
    const first = files?.[0]
    if (!first) return
    const problem =
      files.length > 1
        ? t('basin.oneFile')
        : first.size > CONTOUR_LIMIT
          ? t('basin.tooLarge', { name: first.name })
          : null
    setWrong(problem)
    if (!problem) onFile(first)
  }

  return (
    <>
      <div
        className={css.drop}
        data-over={over || undefined}
        data-held={file !== null || undefined}
        onDragOver={(e) => {
          e.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(e) => {
          e.preventDefault()
          setOver(false)
          take(e.dataTransfer.files)
        }}
      >
        {file ? (
          <strong className={css.fileName}>{file.name}</strong>
        ) : (
          <span>
            {t('basin.drop')}
            <span className={css.small}>{formats ?? t('basin.formats')}</span>
          </span>
        )}
        {reading && (
          <span role="status" className={css.reading}>
            <Loader size={16} />
            <span className="sr">{t('basin.reading', { name: file?.name ?? '' })}</span>
          </span>
        )}
        <Button variant="default" onClick={() => input.current?.click()} data-autofocus>
          {t(file ? 'basin.another' : 'basin.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          aria-label={t('basin.choose')}
          onChange={(e) => {
            take(e.currentTarget.files)
            // The same file may be chosen again once it is corrected.
            e.currentTarget.value = ''
          }}
        />
      </div>
      {wrong && <FormAlert kind="failed">{wrong}</FormAlert>}
    </>
  )
}
