import { useState } from 'react'
import { z } from 'zod'
import { ActionIcon, Button, Checkbox, MultiSelect, Select, TextInput } from '@mantine/core'
import { LANGUAGES } from '#contract/locale.ts'
import { SHEET_FEET } from '#core/report/sheet.ts'
import {
  composedSheet,
  listFigures,
  readSheet,
  saveSheet,
  type ComposedBody,
  type ReportSheet,
  type SheetDetail,
  type SheetFigure,
} from '#contract/sheets.ts'
import { useForm, type AnyForm } from '../../lib/form/index.ts'
import { useAct, useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { byLabel } from '../../ui/choice/by-label.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { OptionLines } from '../../ui/choice/OptionLines.tsx'
import { Dialog } from '../../ui/dialog/index.tsx'
import { FormDialog, ReasonField } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { AddButton } from '../../ui/page/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import css from './sheets.module.css'

interface Props {
  sheet: ReportSheet
  /** Whether a new sheet is made of it. */
  copy?: boolean
  onClose: () => void
  onMade?: (id: string) => void
}

/** Changes the description of a sheet, or makes another one of it. */
export function EditSheet(props: Props) {
  const { sheet, onClose } = props
  const { t, language } = useText()
  const detail = useRead(readSheet, { params: { id: sheet.sheet_id } }, { quiet: true, staleTime: 0 })
  const figures = useRead(listFigures, { query: { period: sheet.period } }, { quiet: true })
  if (detail.data?.body && figures.data)
    return (
      <Editor
        {...props}
        body={detail.data.body}
        version={detail.data.version}
        figures={figures.data}
        reload={async () => (await detail.refetch()).data}
      />
    )
  return (
    <Dialog
      opened
      title={sheet.name[language]}
      width={960}
      onClose={onClose}
      actions={(leave) => (
        <Button variant="default" onClick={leave}>
          {t('act.close')}
        </Button>
      )}
    >
      <Loaded
        query={{ ...figures, error: detail.error ?? figures.error }}
        what={t('sheets.title')}
        height={320}
      >
        {() => null}
      </Loaded>
    </Dialog>
  )
}

const schema = z.strictObject({ body: composedSheet, reason: z.string().max(500) })

interface EditorProps extends Props {
  body: ComposedBody
  /** The version that the form was filled from. */
  version: number
  figures: readonly SheetFigure[]
  reload: () => Promise<SheetDetail | undefined>
}

function Editor({ sheet, copy = false, onClose, onMade, body, figures, reload, ...props }: EditorProps) {
  // What is read again meanwhile is not what the form was filled from.
  const [version, setVersion] = useState(props.version)
  const { t, texts, language } = useText()
  const name = copy
    ? { vi: t('sheets.copyOf', { name: body.name.vi }), en: t('sheets.copyOf', { name: body.name.en }) }
    : body.name
  const form = useForm({ schema, values: { body: { ...body, name }, reason: '' } })
  const save = useAct(saveSheet, { quiet: true })
  const single = figures.filter((one) => one.cells === 1)
  const many = figures.filter((one) => one.cells > 1)
  return (
    <FormDialog
      form={form}
      title={
        copy
          ? t('sheets.copyOf', { name: sheet.name[language] })
          : t('sheets.editOf', { name: sheet.name[language] })
      }
      width={960}
      unsaved={copy || form.dirty}
      onSubmit={({ body: next, reason }) =>
        save.run({
          body: {
            ...(copy ? {} : { sheet_id: sheet.sheet_id, version }),
            body: next,
            reason: reason.trim() || null,
          },
        })
      }
      done={t('sheets.saved')}
      onDone={(made) => {
        onClose()
        if (copy) onMade?.(made.sheet_id)
      }}
      conflict={{
        text: t('sheets.conflict'),
        reload: async () => {
          const now = await reload()
          if (!now?.body) return
          setVersion(now.version)
          form.restart({ body: now.body, reason: '' })
        },
      }}
      onClose={onClose}
    >
      <Pair form={form} path="body.name" label={t('sheets.sheet')} autoFocus />
      <Choice
        label={t('sheets.orientation')}
        value={String(form.get('body.orientation'))}
        data={(['portrait', 'landscape'] as const).map((value) => ({ value, label: t(`sheets.${value}`) }))}
        onChange={(next) => form.set('body.orientation', next)}
      />
      <Pair form={form} path="body.title" label={t('sheets.heading')} />
      <Pair form={form} path="body.subtitle" label={t('sheets.subtitle')} />
      <Lines form={form} path="body.left" label={t('sheets.left')} />
      <Lines form={form} path="body.right" label={t('sheets.right')} />
      <Labelled form={form} path="body.facts" label={t('sheets.facts')} figures={single} />
      <Labelled form={form} path="body.columns" label={t('sheets.columns')} figures={many} columns />
      <MultiSelect
        label={t('sheets.footRows')}
        data={SHEET_FEET.map((value) => ({ value, label: texts.sheets.foot[value] }))}
        value={form.list('body.foot') as string[]}
        onChange={(next) =>
          form.set(
            'body.foot',
            SHEET_FEET.filter((one) => next.includes(one)),
          )
        }
      />
      <Labelled form={form} path="body.summary" label={t('sheets.summary')} figures={single} />
      <Checkbox {...form.checked('body.events')} label={t('sheets.withEvents')} />
      <Lines form={form} path="body.notes" label={t('sheets.notes')} />
      <Lines form={form} path="body.signatures" label={t('sheets.signatures')} />
      <ReasonField {...form.text('reason')} />
    </FormDialog>
  )
}

/** A text in both languages. */
function Pair({
  form,
  path,
  label,
  autoFocus,
}: {
  form: AnyForm
  path: string
  label: string
  autoFocus?: boolean
}) {
  const { t } = useText()
  return (
    <div className={css.pair}>
      <TextInput
        {...form.text(`${path}.vi`)}
        label={t('sheets.inVietnamese', { what: label })}
        data-autofocus={autoFocus || undefined}
      />
      <TextInput {...form.text(`${path}.en`)} label={t('sheets.inEnglish', { what: label })} />
    </div>
  )
}

const blank = () => Object.fromEntries(LANGUAGES.map((language) => [language, '']))

/** Lines of text; {name} in one is the value of that figure. */
function Lines({ form, path, label }: { form: AnyForm; path: string; label: string }) {
  const { t } = useText()
  return (
    <fieldset>
      <legend>{label}</legend>
      {form.list(path).map((_, i) => (
        <div key={i} className={css.entry} data-words>
          <TextInput
            {...form.text(`${path}.${i}.vi`)}
            aria-label={t('sheets.inVietnamese', { what: label })}
          />
          <TextInput {...form.text(`${path}.${i}.en`)} aria-label={t('sheets.inEnglish', { what: label })} />
          <Tools form={form} path={path} i={i} />
        </div>
      ))}
      <AddButton variant="default" label={t('sheets.addLine')} onClick={() => form.insert(path, blank())} />
    </fieldset>
  )
}

interface LabelledProps {
  form: AnyForm
  path: string
  label: string
  figures: readonly SheetFigure[]
  /** Columns have a head over their neighbours. */
  columns?: boolean
}

/** Figures under words of both languages, in their order. */
function Labelled({ form, path, label, figures, columns = false }: LabelledProps) {
  const { t } = useText()
  const words = columns ? 'head' : 'label'
  const known = new Map(figures.map((one) => [one.name, one]))
  return (
    <fieldset>
      <legend>{label}</legend>
      {form.list(path).map((_, i) => {
        const at = `${path}.${i}`
        const value = String(form.get(`${at}.figure`) ?? '')
        return (
          <div key={i} className={css.entry} data-over={columns || undefined}>
            {columns && (
              <>
                <TextInput
                  {...form.text(`${at}.over.vi`)}
                  aria-label={t('sheets.overVi')}
                  placeholder={t('sheets.overVi')}
                />
                <TextInput
                  {...form.text(`${at}.over.en`)}
                  aria-label={t('sheets.overEn')}
                  placeholder={t('sheets.overEn')}
                />
              </>
            )}
            <TextInput
              {...form.text(`${at}.${words}.vi`)}
              aria-label={t('sheets.inVietnamese', { what: label })}
            />
            <TextInput
              {...form.text(`${at}.${words}.en`)}
              aria-label={t('sheets.inEnglish', { what: label })}
            />
            <Select
              name={`${at}.figure`}
              aria-label={t('sheets.figure')}
              searchable
              allowDeselect={false}
              limit={200}
              filter={byLabel}
              nothingFoundMessage={t('sheets.noName')}
              comboboxProps={{
                shadow: 'md',
                width: 420,
                position: 'bottom-end',
                transitionProps: { duration: 100 },
              }}
              data={[
                ...(known.has(value) || value === '' ? [] : [{ value, label: value }]),
                ...figures.map((one) => ({ value: one.name, label: `${one.meaning} · ${one.name}` })),
              ]}
              renderOption={({ option }) => (
                <OptionLines
                  name={known.get(option.value)?.meaning ?? option.value}
                  lines={[`${option.value} ${known.get(option.value)?.unit ?? ''}`]}
                />
              )}
              value={value === '' ? null : value}
              error={form.errorOf(`${at}.figure`)}
              onChange={(next) => form.set(`${at}.figure`, next ?? '')}
            />
            <Tools form={form} path={path} i={i} />
          </div>
        )
      })}
      <AddButton
        variant="default"
        label={t('sheets.addFigure')}
        onClick={() =>
          form.insert(path, {
            ...(columns && { over: blank() }),
            [words]: blank(),
            figure: figures[0]?.name ?? '',
          })
        }
      />
    </fieldset>
  )
}

/** Moves an entry up, or takes it out. */
function Tools({ form, path, i }: { form: AnyForm; path: string; i: number }) {
  const { t } = useText()
  function up() {
    const list = [...form.list(path)]
    const [one] = list.splice(i, 1)
    list.splice(i - 1, 0, one)
    form.set(path, list)
  }
  return (
    <div className={css.tools}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        disabled={i === 0}
        aria-label={t('sheets.moveUp')}
        onClick={up}
      >
        <Icon name="rising" size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('sheets.takeOut')}
        onClick={() => form.removeAt(path, i)}
      >
        <Icon name="trash" size={16} />
      </ActionIcon>
    </div>
  )
}
