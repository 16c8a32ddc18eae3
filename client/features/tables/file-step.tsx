import { Button, Loader } from '@mantine/core'
import { TABLE_LIMIT } from '#contract/tables/uploads.ts'
import { useText } from '../../lib/text/index.ts'
import { FileDrop } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import css from './upload.module.css'

interface Props {
  /** Name of the file being read. */
  reading: string | null
  failure: string | null
  onFile: (file: File) => void
}

/** Drop zone for a file with tables. */
export function FileStep({ reading, failure, onFile }: Props) {
  const { t } = useText()
  return (
    <div className={layoutCss.columnWide}>
      <FileDrop
        label={t('interpolate.uploading.file')}
        accept=".csv,.txt,.xlsx,.xls,.ods,text/csv"
        limit={TABLE_LIMIT}
        tooLarge={(name) => t('interpolate.uploading.tooLarge', { name })}
        busy={reading !== null}
        failure={failure}
        onFile={onFile}
        className={css.drop}
      >
        {(choose) =>
          reading === null ? (
            <>
              <Icon name="upload" size={28} />
              <span>{t('interpolate.uploading.drop')}</span>
              <Button variant="default" onClick={choose}>
                {t('interpolate.uploading.choose')}
              </Button>
              <span className={css.hint}>{t('interpolate.uploading.hint')}</span>
            </>
          ) : (
            <span role="status" className={css.reading}>
              <Loader size={20} />
              {t('interpolate.uploading.reading', { name: reading })}
            </span>
          )
        }
      </FileDrop>
    </div>
  )
}
