import { Button } from '@mantine/core'
import { useState } from 'react'
import { IMPORT_LIMIT, uploadImport, type ImportItem } from '#contract/imports.ts'
import { bytesOf } from '../../lib/bytes-of.ts'
import { reasonOf } from '../../lib/failures.ts'
import { dateTime, number } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { FileDrop } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { DataTable } from '../../ui/table/index.ts'
import textCss from '../../ui/text.module.css'
import css from './imports.module.css'
import { useImportAct, useImports } from './queries.ts'
import { ImportStateMark } from './state.tsx'
import { UndoImport } from './undo.tsx'
import { importSpan } from './words.ts'

const TYPES = '.csv,.tsv,.txt,.dat,.xlsx,.xls,.ods'

/** Past imports, and a drop zone for a new file. */
export function ImportList({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useText()
  const imports = useImports()
  const may = useCan('settings.update')
  const [undoing, setUndoing] = useState<ImportItem | null>(null)
  return (
    <Page title={t('route.import')} hint={t('imports.hint')} filter={may && <Drop onOpen={onOpen} />}>
      <Loaded query={imports} what={t('imports.list')} height={280}>
        {(list) =>
          list.length === 0 ? (
            <Empty
              icon="upload"
              title={t('imports.none')}
              hint={t(may ? 'imports.noneHint' : 'imports.noneView')}
            />
          ) : (
            <Rows list={list} onOpen={onOpen} onUndo={may ? setUndoing : undefined} />
          )
        }
      </Loaded>
      {undoing && <UndoImport item={undoing} onClose={() => setUndoing(null)} />}
    </Page>
  )
}

/** Takes a file by button or drop. */
function Drop({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useText()
  const upload = useImportAct(uploadImport)
  return (
    <div className={css.dropArea}>
      <FileDrop
        label={t('imports.file')}
        accept={TYPES}
        limit={IMPORT_LIMIT}
        tooLarge={(name) => t('imports.tooLarge', { name })}
        busy={upload.busy}
        failure={upload.error && reasonOf(upload.error)}
        onFile={(file) =>
          void upload.run({ query: { name: file.name }, file: bytesOf(file) }).then((task) => onOpen(task.id))
        }
        className={css.drop}
      >
        {(choose) => (
          <>
            <Button leftSection={<Icon name="upload" size={16} />} loading={upload.busy} onClick={choose}>
              {t('imports.choose')}
            </Button>
            <span className={textCss.small}>{t(upload.busy ? 'imports.uploading' : 'imports.dropHint')}</span>
          </>
        )}
      </FileDrop>
    </div>
  )
}

function Rows(props: {
  list: readonly ImportItem[]
  onOpen: (id: string) => void
  onUndo?: (item: ImportItem) => void
}) {
  const { list, onOpen, onUndo } = props
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  return (
    <DataTable
      label={t('imports.list')}
      rows={list}
      rowKey={(item) => item.id}
      columns={[
        {
          id: 'file',
          head: t('imports.col.file'),
          rowHeader: true,
          value: (item) => item.file_name,
          cell: (item) => (
            <button type="button" className={css.open} onClick={() => onOpen(item.id)}>
              {item.file_name}
            </button>
          ),
        },
        { id: 'state', head: t('imports.col.state'), cell: (item) => <ImportStateMark state={item.state} /> },
        {
          id: 'span',
          head: t('imports.col.span'),
          hideOnPhone: (item) => item.from === null,
          value: (item) => importSpan(item.from, item.to, language),
          cell: (item) => importSpan(item.from, item.to, language),
        },
        {
          id: 'rows',
          head: t('imports.col.rows'),
          align: 'number',
          hideOnPhone: (item) => item.rows === null,
          value: (item) => item.rows,
          cell: (item) => number(item.rows, 0),
        },
        {
          id: 'readings',
          head: t('imports.col.readings'),
          align: 'number',
          hideOnPhone: (item) => item.readings === null,
          value: (item) => item.readings,
          cell: (item) => number(item.readings, 0),
        },
        {
          id: 'who',
          head: t('imports.col.who'),
          value: (item) => item.actor_name ?? item.actor,
          cell: (item) => (
            <>
              {item.actor_name ?? item.actor}
              <div className={textCss.small}>{dateTime(Date.parse(item.created_at), zone, language)}</div>
            </>
          ),
        },
      ]}
      actions={{
        head: t('imports.col.acts'),
        cell: (item) =>
          item.state === 'done' &&
          onUndo && (
            <Button size="compact-sm" variant="default" onClick={() => onUndo(item)}>
              {t('imports.undo')}
            </Button>
          ),
      }}
    />
  )
}
