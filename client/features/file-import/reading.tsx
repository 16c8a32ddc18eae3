import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ImportLayout } from '#contract/imports.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { PlainTable } from '../../ui/table/index.ts'
import css from './imports.module.css'

/** Selects all sheets with the same column names: no sheet name is empty. */
const ALL = ''

type Delimiter = ',' | ';' | '\t' | '|'

interface Props {
  layout: ImportLayout
  busy: boolean
  onRead: (reading: { sheet?: string; header?: number; delimiter?: Delimiter; decimal?: '.' | ',' }) => void
}

/** How the file was read, its first rows, and options to read it differently. */
export function FileReading({ layout, busy, onRead }: Props) {
  const { t } = useText()
  const { form } = layout
  const [open, setOpen] = useState(false)
  const [header, setHeader] = useState(String(form.header_line))
  const [delimiter, setDelimiter] = useState(form.delimiter ?? ',')
  const [decimal, setDecimal] = useState(form.decimal ?? '.')
  const alike = form.alike ?? []
  // All sheets of one form, unless one of them is chosen.
  const [sheet, setSheet] = useState(alike.length > 0 ? ALL : (form.sheet ?? ''))
  const line = Number(header)

  function read() {
    onRead({
      ...(form.kind === 'sheet'
        ? sheet === ALL
          ? {}
          : { sheet }
        : { delimiter: delimiter as Delimiter, decimal: decimal as '.' | ',' }),
      ...(header.trim() !== '' && Number.isInteger(line) && line >= 0 ? { header: line } : {}),
    })
  }

  return (
    <section className={css.reading} aria-label={t('imports.reading')}>
      <div className={css.readingHead}>
        <span>
          {form.kind === 'sheet'
            ? alike.length > 0
              ? t('imports.readSheets', {
                  n: alike.length,
                  first: alike[0],
                  last: alike.at(-1)!,
                  all: form.sheets.length,
                })
              : t('imports.readSheet', { sheet: form.sheet ?? '' })
            : t('imports.readText', {
                delimiter: delimiterName(form.delimiter),
                decimal: form.decimal ?? '.',
              })}
          {' · '}
          {form.doubt &&
            `${t(layout.decided ? 'imports.decided' : 'imports.doubt', {
              example: form.doubt,
              decimal: form.decimal ?? '.',
            })} · `}
          {form.header_line === 0 ? t('imports.noHeader') : t('imports.headerAt', { line: form.header_line })}
        </span>
        <Button size="compact-sm" variant="default" aria-expanded={open} onClick={() => setOpen((o) => !o)}>
          {t('imports.readOther')}
        </Button>
      </div>
      {open && (
        <div className={css.row}>
          {form.kind === 'sheet' ? (
            <Choice
              label={t('imports.sheet')}
              data={[
                ...(alike.length > 0
                  ? [{ value: ALL, label: t('imports.allAlike', { n: alike.length }) }]
                  : []),
                ...form.sheets.map((s) => ({ value: s, label: s })),
              ]}
              value={sheet}
              onChange={setSheet}
            />
          ) : (
            <>
              <Choice
                label={t('imports.delimiter')}
                data={[',', ';', '\t', '|'].map((d) => ({ value: d, label: delimiterName(d) }))}
                value={delimiter}
                onChange={setDelimiter}
              />
              <Choice
                label={t('imports.decimal')}
                data={['.', ','].map((d) => ({ value: d, label: d }))}
                value={decimal}
                onChange={(d) => setDecimal(d as '.' | ',')}
              />
            </>
          )}
          <TextInput
            label={t('imports.header')}
            description={t('imports.headerHint')}
            inputMode="numeric"
            value={header}
            autoComplete="off"
            onChange={(e) => setHeader(e.currentTarget.value)}
          />
          <Button className={css.bottom} variant="default" loading={busy} onClick={read}>
            {t('imports.readAgain')}
          </Button>
        </div>
      )}
      <div className={css.preview} tabIndex={0} role="region" aria-label={t('imports.firstRows')}>
        <PlainTable
          rows={layout.rows.slice(0, 6)}
          rowKey={(r) => r.line}
          columns={[
            { id: 'line', head: t('imports.line'), rowHeader: true, cell: (r) => r.line },
            ...layout.columns.map(({ place, name }) => ({
              id: String(place),
              head: name || `#${place}`,
              cell: (r: (typeof layout.rows)[number]) => r.cells[place - 1],
            })),
          ]}
        />
      </div>
    </section>
  )
}

function delimiterName(d: string | null): string {
  return d === '\t' ? 'Tab' : (d ?? ',')
}
