import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { bytesOf } from '../../lib/bytes-of.ts'
import { isSilent, reasonOf } from '../../lib/failures.ts'
import { useForm, type FormApi } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import { FormAlert, FormDialog, ReasonField } from '../../ui/form/index.ts'
import { PickFile } from './pick.tsx'
import { useBasin, type Basin } from './queries.ts'
import { BY_FILE, SystemChoice } from './system.tsx'

const schema = z.object({ epsg: z.string(), takeArea: z.boolean(), reason: z.string() })
type Values = z.output<typeof schema>

interface Props<P> {
  basin: Basin
  title: string
  /** Label of the button that saves, and the notice after saving. */
  act: string
  done: string
  /** What the file is for. */
  about?: ReactNode
  /** Accepted file extensions, and their description. */
  accept?: string
  formats?: string
  /** Hook that reads a file in a coordinate system, or in the one the file names. */
  usePreview: (
    file: File | null,
    epsg: number | null,
  ) => { data?: P; error: Error | null; isFetching: boolean }
  save: (
    query: { version: string; name: string; epsg?: number; reason?: string },
    file: Blob,
    values: Values,
  ) => Promise<unknown>
  onClose: () => void
  /** Renders what was found in the file. */
  children: (found: P, form: FormApi<Values, Values>) => ReactNode
}

/** Uploads a file for the basin with a preview before saving, and reports a conflict with another person's save. */
export function UploadDialog<P>({
  basin,
  about,
  accept,
  formats,
  usePreview,
  save,
  children,
  ...frame
}: Props<P>) {
  const { t } = useText()
  const [file, setFile] = useState<File | null>(null)
  const form = useForm({ schema, values: { epsg: BY_FILE, takeArea: false, reason: '' } })
  const { epsg } = form.values
  const preview = usePreview(file, epsg === BY_FILE ? null : Number(epsg))
  const current = useBasin()
  const found = preview.error ? undefined : preview.data
  const failure = preview.error && !isSilent(preview.error) ? reasonOf(preview.error) : null
  return (
    <FormDialog
      {...frame}
      form={form}
      width={760}
      unsaved={found !== undefined}
      ready={file !== null && found !== undefined && !preview.isFetching}
      onSubmit={(values) => {
        const query = {
          version: basin.version,
          name: file!.name,
          ...(values.epsg === BY_FILE ? {} : { epsg: Number(values.epsg) }),
          ...(values.reason.trim() ? { reason: values.reason.trim() } : {}),
        }
        return save(query, bytesOf(file!), values)
      }}
      conflict={{ text: t('basin.conflict'), reload: () => current.refetch().then(form.clear) }}
    >
      {about}
      <PickFile
        file={file}
        reading={preview.isFetching}
        accept={accept}
        formats={formats}
        onFile={(next) => {
          setFile(next)
          form.clear()
        }}
      />
      {file && <SystemChoice basin={basin} value={epsg} onChange={(to) => form.set('epsg', to)} />}
      {failure && <FormAlert kind="failed">{failure}</FormAlert>}
      {found !== undefined && (
        <>
          {children(found, form)}
          <ReasonField {...form.text('reason')} />
        </>
      )}
    </FormDialog>
  )
}
