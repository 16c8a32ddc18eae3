import { Button, Loader } from '@mantine/core'
import { useRef, useState, type DragEvent } from 'react'
import { TABLE_LIMIT } from '#contract/tables/uploads.ts'
import { useText } from '../../lib/text/index.ts'
import { FormAlert } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import css from './upload.module.css'

interface Props {
  /** Name of the file that is being read. */
  reading: string | null
  failure: string | null
  onFile: (file: File) => void
}

/** Where a file is dropped or chosen. One that is too large is refused before it is sent. */
export function FileStep({ reading, failure, onFile }: Props) {
  const { t } = useText()
  const [wrong, setWrong] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function take(files: FileList | null) {
    const file = files?.[0]
    if (!file) return
    const refusal =
      files.length > 1
        ? t('interpolate.uploading.onlyOne')
        : file.size > TABLE_LIMIT
          ? t('interpolate.uploading.tooLarge', { name: file.name })
          : null
    setWrong(refusal)
    if (!refusal) onFile(file)
  }
  function drop(e: DragEvent) {
    e.preventDefault()
    setOver(false)
    if (reading === null) take(e.dataTransfer.files)
  }

  const problem = wrong ?? failure
  return (
    <div className={layoutCss.columnWide}>
      <div
        className={css.drop}
        data-over={over || undefined}
        onDragOver={(e) => {
          e.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {reading === null ? (
          <>
            <Icon name="upload" size={28} />
            <span>{t('interpolate.uploading.drop')}</span>
            <Button variant="default" onClick={() => input.current?.click()}>
              {t('interpolate.uploading.choose')}
            </Button>
            <span className={css.hint}>{t('interpolate.uploading.hint')}</span>
          </>
        ) : (
          <span role="status" className={css.reading}>
            <Loader size={20} />
            {t('interpolate.uploading.reading', { name: reading })}
          </span>
        )}
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,.xlsx,.xls,.ods,text/csv"
          hidden
          aria-label={t('interpolate.uploading.file')}
          onChange={(e) => {
            take(e.currentTarget.files)
            // The same file may be chosen again once it is corrected.
            e.currentTarget.value = ''
          }}
        />
      </div>
      {problem && reading === null && <FormAlert kind="failed">{problem}</FormAlert>}
    </div>
  )
}
