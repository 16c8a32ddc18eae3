import { Button, FileButton, SegmentedControl, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import { readSetupTable, type SetupGrid } from '#contract/setup.ts'
import { bytesOf } from '../../lib/bytes-of.ts'
import { reasonOf } from '../../lib/failures.ts'
import { number } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { CurveChart, type CurveDrawing } from '../../ui/curve/index.ts'
import { FormAlert, PlainForm } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import { itemsCss } from '../../parts/described-items/index.ts'
import css from './setup.module.css'
import { Foot } from './step-form.tsx'
import {
  guessColumns,
  readColumns,
  readText,
  type Read,
  type StorageEntry,
  type VolumeUnit,
} from './storage.ts'

const TYPES = '.csv,.tsv,.txt,.xlsx,.xls,.ods'
const ISSUES_SHOWN = 12

interface Props {
  storage: StorageEntry
  onChange: (storage: StorageEntry) => void
  levels: Record<string, number>
  back?: () => void
  forward: () => void
}

/** Step: the storage curve, from a file or typed. */
export function StorageStep({ storage, onChange, levels, back, forward }: Props) {
  const { t } = useText()
  const read = useAct(readSetupTable, { quiet: true })
  const [grid, setGrid] = useState<SetupGrid | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [columns, setColumns] = useState({ z: 0, v: 1 })
  const [tried, setTried] = useState(false)
  const { way, unit } = storage

  const found = useMemo((): Read | null => {
    if (way === 'typed') return readText(storage.typed, unit, levels)
    return grid ? readColumns(grid, columns.z, columns.v, unit) : null
  }, [way, storage.typed, unit, grid, columns, levels])
  const errors = found?.issues.filter((i) => i.severity === 'error') ?? []

  /** Passes on the rows that the choices lead to. */
  function take(next: Partial<StorageEntry>, at = columns, of: SetupGrid | null = grid) {
    const all = { ...storage, ...next }
    const rows =
      all.way === 'typed'
        ? readText(all.typed, all.unit, levels).rows
        : of
          ? readColumns(of, at.z, at.v, all.unit).rows
          : all.fileName !== ''
            ? storage.rows
            : []
    onChange({ ...all, rows })
  }

  function open(chosen: File | null, sheet?: string) {
    if (!chosen) return
    setFile(chosen)
    setTried(false)
    void read.run({ query: { name: chosen.name, sheet }, file: bytesOf(chosen) }).then((answer) => {
      const guess = guessColumns(answer)
      setGrid(answer)
      setColumns({ z: guess.z, v: guess.v })
      take({ way: 'file', unit: guess.unit, fileName: answer.file_name }, guess, answer)
    })
  }

  function pick(part: Partial<typeof columns>) {
    const at = { ...columns, ...part }
    setColumns(at)
    take({}, at)
  }

  return (
    <PlainForm
      onSubmit={() => {
        setTried(true)
        if (errors.length === 0) forward()
      }}
    >
      <SegmentedControl
        className={css.ways}
        aria-label={t('setup.storageWay')}
        value={way}
        onChange={(value) => take({ way: value as StorageEntry['way'] })}
        data={[
          { value: 'file', label: t('setup.fromFile') },
          { value: 'typed', label: t('setup.typed') },
        ]}
      />
      {way === 'file' ? (
        <div className={css.fileRow}>
          <FileButton accept={TYPES} onChange={(chosen) => open(chosen)} resetRef={undefined}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                loading={read.busy}
                leftSection={<Icon name="upload" size={16} />}
              >
                {t(storage.fileName === '' ? 'setup.chooseFile' : 'setup.otherFile')}
              </Button>
            )}
          </FileButton>
          <span className={css.small}>
            {storage.fileName === ''
              ? t('setup.fileHint')
              : t('setup.fileTaken', { name: storage.fileName, n: number(storage.rows.length, 0) })}
          </span>
        </div>
      ) : (
        <Textarea
          label={t('setup.typedRows')}
          description={t('setup.typedHint')}
          value={storage.typed}
          onChange={(e) => take({ typed: e.currentTarget.value, fileName: '' })}
          minRows={8}
          maxRows={16}
          autosize
          spellCheck={false}
        />
      )}
      {way === 'file' && read.error && <FormAlert kind="failed">{reasonOf(read.error)}</FormAlert>}
      {(way === 'typed' || grid) && (
        <div className={itemsCss.row}>
          {way === 'file' && grid && grid.sheets.length > 1 && (
            <Choice
              label={t('imports.sheet')}
              data={grid.sheets.map((s) => ({ value: s, label: s }))}
              value={grid.sheet}
              onChange={(sheet) => open(file, sheet)}
            />
          )}
          {way === 'file' && grid && (
            <>
              <Column
                label={t('setup.columnZ')}
                grid={grid}
                value={columns.z}
                onChange={(z) => pick({ z })}
              />
              <Column
                label={t('setup.columnV')}
                grid={grid}
                value={columns.v}
                onChange={(v) => pick({ v })}
              />
            </>
          )}
          <Choice
            label={t('setup.volumeUnit')}
            data={(['10^6 m3', 'm3'] as const).map((u) => ({ value: u, label: t(`setup.volume.${u}`) }))}
            value={unit}
            onChange={(u) => take({ unit: u as VolumeUnit })}
          />
        </div>
      )}
      {found && <Issues found={found} />}
      {tried && errors.length > 0 && <FormAlert kind="failed">{t('setup.storageWrong')}</FormAlert>}
      {storage.rows.length > 1 && <Preview storage={storage} levels={levels} />}
      <Foot back={back}>
        <Button type="submit" rightSection={<Icon name="right" size={16} />}>
          {t(storage.rows.length === 0 ? 'setup.without' : 'setup.next')}
        </Button>
      </Foot>
    </PlainForm>
  )
}

function Column(props: { label: string; grid: SetupGrid; value: number; onChange: (i: number) => void }) {
  const { label, grid, value, onChange } = props
  return (
    <Choice
      label={label}
      data={grid.columns.map((name, i) => ({ value: String(i), label: name || `#${i + 1}` }))}
      value={String(value)}
      onChange={(v) => onChange(Number(v))}
    />
  )
}

/** Errors of the rows, by line of the file. */
function Issues({ found }: { found: Read }) {
  const { t, texts, messageText } = useText()
  if (found.issues.length === 0) return null
  const words = texts.setup.issue as Record<string, string>
  const sorted = [...found.issues].sort(
    (a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'),
  )
  return (
    <ul className={css.issues} aria-label={t('setup.issues')}>
      {sorted.slice(0, ISSUES_SHOWN).map((issue, i) => (
        <li key={i} data-severity={issue.severity}>
          <Icon name={issue.severity === 'error' ? 'rejected' : 'warning'} size={14} />
          <span>
            {issue.line !== null && <strong>{t('setup.line', { n: issue.line })}: </strong>}
            {words[issue.code] ??
              messageText(`issue_${issue.message}`, { ...issue.params, other: issue.other ?? '' })}
          </span>
        </li>
      ))}
      {sorted.length > ISSUES_SHOWN && <li>{t('setup.moreIssues', { n: sorted.length - ISSUES_SHOWN })}</li>}
    </ul>
  )
}

const MARKS = ['dead', 'normal', 'designedFlood', 'maxPossible'] as const

/** The curve as a chart with the levels, and its first and last rows. */
function Preview({ storage, levels }: { storage: StorageEntry; levels: Record<string, number> }) {
  const { t } = useText()
  const scale = storage.unit === 'm3' ? 1e6 : 1
  const drawing = useMemo(
    (): CurveDrawing => ({
      curves: [
        {
          id: 'v',
          name: t('figure.storage'),
          color: 'var(--storage)',
          key: storage.rows.map((r) => r[0]),
          value: storage.rows.map((r) => r[1] / scale),
        },
      ],
      keyAxis: { name: t('setup.axisLevel'), unit: 'm', decimals: 2 },
      valueAxis: { name: t('figure.storage'), unit: t('setup.volume.10^6 m3'), decimals: 2 },
      upright: true,
      marks: [],
      lines: MARKS.flatMap((name) =>
        Number.isFinite(levels[name]) ? [{ at: levels[name], label: t(`setup.mark.${name}`) }] : [],
      ),
    }),
    [storage.rows, scale, levels, t],
  )
  return (
    <CurveChart label={t('setup.curve')} drawing={drawing} height={320} empty="" at={levels.normal ?? null} />
  )
}
