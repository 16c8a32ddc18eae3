import { Button, Checkbox } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { toLocalDate } from '#core/time/index.ts'
import type { TableItem } from '#contract/tables/table.ts'
import { CallError } from '../../lib/call-error.ts'
import { bytesOf } from '../../lib/bytes-of.ts'
import { serverNow } from '../../lib/clock.ts'
import { isSilent, reasonOf } from '../../lib/failures.ts'
import { notice } from '../../lib/notice.ts'
import { number } from '../../lib/format.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { FormAlert } from '../../ui/form/index.ts'
import { Empty } from '../../ui/state.tsx'
import { Candidates, type Decision } from './candidates.tsx'
import {
  checkOf,
  tableDraft,
  effectOf,
  inGroup,
  ofObject,
  tableProblems,
  saveOf,
  type TableDraft,
  type Preset,
} from './draft.ts'
import { TableEffect } from './effect.tsx'
import { FileStep } from './file-step.tsx'
import { TableForm } from './form.tsx'
import { Found } from './found.tsx'
import { useSaveTable, useTableUpload, useUploadCheck, type GroupOffer, type TableUpload } from './queries.ts'
import { periodBounds } from './period.ts'
import { ReplaceTables } from './replace.tsx'
import layoutCss from '../../ui/layout.module.css'
import css from './upload.module.css'

interface Props {
  preset: Preset
  offers: readonly GroupOffer[]
  items: readonly TableItem[]
  onClose: () => void
}

/** Uploads tables from a file: each one found is checked, described, and saved or skipped. */
export function UploadTables(props: Props) {
  const { t } = useText()
  const upload = useTableUpload()
  const [file, setFile] = useState<TableUpload | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  function read(next: File) {
    abort.current?.abort()
    abort.current = new AbortController()
    const { signal } = abort.current
    upload
      .run({ query: { name: next.name }, file: bytesOf(next), signal })
      // Its error is shown below the file, unless another one was chosen meanwhile.
      .then(setFile, () => undefined)
  }

  if (file && file.candidates.length > 0)
    return <FoundTables {...props} key={file.upload_id} file={file} onAnother={() => setFile(null)} />
  const failure = upload.error && !isSilent(upload.error) ? reasonOf(upload.error) : null
  return (
    <Dialog
      opened
      title={t('interpolate.uploading.title')}
      width={620}
      onClose={props.onClose}
      actions={(leave) => (
        <Button variant="default" onClick={leave}>
          {t('act.cancel')}
        </Button>
      )}
    >
      <FileStep
        reading={upload.busy ? (upload.input?.query.name ?? null) : null}
        failure={failure}
        onFile={read}
      />
      {file && !upload.busy && (
        <Empty
          icon="warning"
          title={t('interpolate.uploading.foundNone', { name: file.file_name })}
          hint={t('interpolate.uploading.foundNoneHint')}
        />
      )}
    </Dialog>
  )
}

/** Errors may be out of view: the form is longer than the dialog. */
function showFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')
    wrong?.focus()
    wrong?.scrollIntoView({ block: 'center' })
  })
}

interface FoundTablesProps extends Props {
  file: TableUpload
  onAnother: () => void
}

/** The tables of a file, one at a time. */
function FoundTables({ preset, offers, items, file, onAnother, onClose }: FoundTablesProps) {
  const { t } = useText()
  const zone = useZone() ?? 'UTC'
  const today = useMemo(() => toLocalDate(serverNow(), zone), [zone])
  const { candidates } = file
  const [index, setIndex] = useState(0)
  const [drafts, setDrafts] = useState(() =>
    candidates.map((c) => tableDraft(c, preset, offers, items, today)),
  )
  const [done, setDone] = useState<Decision[]>(() => candidates.map(() => null))
  const [accepted, setAccepted] = useState<readonly number[]>([])
  const [tried, setTried] = useState(false)
  const [replacing, setReplacing] = useState(false)
  const save = useSaveTable()
  const top = useRef<HTMLDivElement>(null)

  const candidate = candidates[index]
  const draft = drafts[index]
  const body = useMemo(
    () => checkOf(file.upload_id, candidate.candidate, draft),
    [file.upload_id, candidate.candidate, draft],
  )
  const check = useUploadCheck(body)
  const found = check.data
  const isAccepted = accepted.includes(index)
  const around = { candidate, preset, offers, items, today }

  function set(next: TableDraft) {
    setDrafts((all) => all.map((d, i) => (i === index ? next : d)))
    save.reset()
  }
  function open(i: number) {
    setIndex(i)
    setTried(false)
    save.reset()
    top.current?.scrollIntoView({ block: 'nearest' })
  }
  /** Records the decision and moves to the next undecided table, or finishes. */
  function decide(what: 'saved' | 'skipped') {
    const next = done.map((d, i) => (i === index ? what : d))
    setDone(next)
    const rest = next.findIndex((d) => d === null)
    if (rest < 0) onClose()
    else open(rest)
  }

  const warned = (found?.warnings ?? 0) > 0 && !isAccepted
  const ready = found !== undefined && !check.isFetching && found.errors === 0
  function submit() {
    setTried(true)
    if (tableProblems(draft).length > 0 || warned) return showFirstError(top.current)
    if (!ready) return
    if (found.overlaps.length > 0) return setReplacing(true)
    send([])
  }
  function send(replaces: string[]) {
    save.run({ body: saveOf(file.upload_id, candidate.candidate, draft, isAccepted, replaces) }).then(
      (item) => {
        notice('done', t('interpolate.uploading.savedNotice', { name: item.name }))
        setReplacing(false)
        decide('saved')
      },
      (error) => {
        setReplacing(false)
        // Whatever the refusal, the check may have to be repeated.
        if (error instanceof CallError) void check.refetch()
      },
    )
  }

  const error = save.error instanceof CallError ? save.error : null
  const raced = error?.code === 'conflict' || error?.code === 'table_overlap'
  return (
    <>
      <Dialog
        opened
        covered={replacing}
        title={t('interpolate.uploading.title')}
        width={1240}
        onClose={onClose}
        unsaved={{ question: t('interpolate.uploading.unsaved'), leave: t('interpolate.uploading.leave') }}
        actions={(leave) => (
          <>
            <Button variant="subtle" color="gray" className={css.first} onClick={onAnother}>
              {t('interpolate.uploading.another')}
            </Button>
            {candidates.length > 1 ? (
              <Button variant="default" onClick={() => decide('skipped')}>
                {t('interpolate.uploading.skip')}
              </Button>
            ) : (
              <Button variant="default" onClick={leave}>
                {t('act.cancel')}
              </Button>
            )}
            <Button
              // Saves exactly what was checked: a changed period is checked again.
              loading={save.busy || check.isFetching}
              disabled={found !== undefined && found.errors > 0}
              onClick={submit}
            >
              {t('interpolate.uploading.save')}
            </Button>
          </>
        )}
      >
        {save.error && !replacing && (
          <FormAlert kind="failed">
            {raced ? t('interpolate.uploading.conflict') : reasonOf(save.error)}
          </FormAlert>
        )}
        <div ref={top} className={css.wizard}>
          <div className={layoutCss.columnWide}>
            <Candidates file={file} index={index} done={done} onChoose={open} />
            <TableForm
              key={index}
              draft={draft}
              candidate={candidate}
              groups={preset.groups}
              offers={offers}
              tried={tried}
              set={(part) => set({ ...draft, ...part })}
              onGroup={(group) => set(inGroup(draft, group, around))}
              onObject={(object) => set(ofObject(draft, object, around))}
            />
            {found && found.overlaps.length > 0 && !raced && (
              <FormAlert kind="info">
                {t('interpolate.uploading.overlapNote', { n: number(found.overlaps.length, 0) })}
              </FormAlert>
            )}
          </div>
          <section
            className={css.right}
            data-first={(found?.errors ?? 0) > 0 || undefined}
            aria-label={t('interpolate.uploading.preview')}
          >
            <Found
              key={`${index} ${draft.group}`}
              name={draft.name || candidate.name}
              group={draft.group}
              letters={draft.columns}
              candidate={candidate}
              check={check}
              accept={
                <Checkbox
                  label={t('interpolate.uploading.accept', { n: number(found?.warnings ?? 0, 0) })}
                  checked={isAccepted}
                  error={tried && warned ? t('interpolate.uploading.acceptNeeded') : undefined}
                  onChange={(e) => {
                    const on = e.currentTarget.checked
                    setAccepted((all) => (on ? [...all, index] : all.filter((i) => i !== index)))
                  }}
                />
              }
            />
            {ready && (
              <TableEffect
                key={index}
                change={effectOf(file.upload_id, candidate.candidate, draft)}
                {...periodBounds(draft)}
                yearly={draft.loop}
              />
            )}
          </section>
        </div>
      </Dialog>
      {replacing && found && (
        <ReplaceTables
          by="upload"
          others={found.overlaps}
          busy={save.busy}
          onReplace={send}
          onClose={() => setReplacing(false)}
        />
      )}
    </>
  )
}
