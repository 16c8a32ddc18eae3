import { Button, Loader } from '@mantine/core'
import { CONTOUR_LIMIT } from '#contract/geo.ts'
import { useText } from '../../lib/text/index.ts'
import { FileDrop } from '../../ui/form/index.ts'
import css from './basin.module.css'

interface Props {
  /** The chosen file, and whether it is being read. */
  file: File | null
  reading: boolean
  onFile: (file: File) => void
  /** Accepted file extensions, and their description. */
  accept?: string
  formats?: string
}

/** Drop zone for a file of the basin. */
export function PickFile(props: Props) {
  const { file, reading, onFile, accept = '.geojson,.json,.kml,.kmz,.zip', formats } = props
  const { t } = useText()
  return (
    <FileDrop
      label={t('basin.choose')}
      accept={accept}
      limit={CONTOUR_LIMIT}
      tooLarge={(name) => t('basin.tooLarge', { name })}
      several={t('basin.oneFile')}
      onFile={onFile}
      className={css.drop}
      held={file !== null}
    >
      {(choose) => (
        <>
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
          <Button variant="default" onClick={choose} data-autofocus>
            {t(file ? 'basin.another' : 'basin.choose')}
          </Button>
        </>
      )}
    </FileDrop>
  )
}
