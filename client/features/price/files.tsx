import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { exportPrices, readPrices } from '#contract/price-files.ts'
import { bytesOf } from '../../lib/bytes-of.ts'
import { reasonOf } from '../../lib/failures.ts'
import { itemCalls } from '../../lib/items.ts'
import { notice } from '../../lib/notice.ts'
import { useAct, useDownload } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { MoneyEffect, type PriceChanges } from '../../parts/described-items/index.ts'
import { Dialog } from '../../ui/dialog/index.tsx'
import { download } from '../../ui/chart/save.ts'
import { FileDrop, FormAlert } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import { PlainTable } from '../../ui/table/index.ts'
import textCss from '../../ui/text.module.css'
import css from './price.module.css'

type Item = Output<typeof readPrices>['items'][number]

const FILE_LIMIT = 5 * 1024 * 1024

/** Downloads all prices as a workbook, and reads one. */
export function PriceFiles() {
  const { t } = useText()
  const file = useDownload(exportPrices)
  const [reading, setReading] = useState(false)
  return (
    <>
      <Button
        variant="default"
        loading={file.busy}
        leftSection={<Icon name="save" size={16} />}
        onClick={() => void file.run().then(({ blob, name }) => download(blob, name ?? 'gia-dien.xlsx'))}
      >
        {t('price.file.export')}
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="upload" size={16} />}
        onClick={() => setReading(true)}
      >
        {t('price.file.import')}
      </Button>
      {reading && <ImportPrices onClose={() => setReading(false)} />}
    </>
  )
}

/** Shows what a workbook would change, and what that does to revenue; then saves it, item by item. */
function ImportPrices({ onClose }: { onClose: () => void }) {
  const { t, texts } = useText()
  const read = useAct(readPrices, { quiet: true })
  const [items, setItems] = useState<readonly Item[] | null>(null)
  const save = useSave()
  const changed = items?.filter((i) => i.changed || i.version === null) ?? []

  async function take(file: File) {
    setItems(null)
    save.clear()
    setItems((await read.run({ query: { name: file.name }, file: bytesOf(file) })).items)
  }
  return (
    <Dialog
      opened
      title={t('price.file.import')}
      width={760}
      onClose={onClose}
      actions={(leave) => (
        <>
          <Button variant="default" onClick={leave}>
            {t('act.cancel')}
          </Button>
          <Button
            disabled={changed.length === 0}
            loading={save.busy}
            onClick={() => void save.run(changed).then((done) => done && onClose())}
          >
            {t('price.file.save', { n: changed.length })}
          </Button>
        </>
      )}
    >
      <div className={layoutCss.columnWide}>
        <FileDrop
          label={t('price.file.import')}
          accept=".xlsx,.xls,.ods"
          limit={FILE_LIMIT}
          tooLarge={(name) => t('price.holiday.tooLarge', { name })}
          busy={read.busy}
          failure={read.error ? reasonOf(read.error) : null}
          onFile={(file) => void take(file).catch(() => undefined)}
          className={css.drop}
        >
          {(choose) => (
            <>
              <Button variant="default" loading={read.busy} onClick={choose}>
                {t('price.file.choose')}
              </Button>
              <span className={textCss.hint}>{t('price.file.hint')}</span>
            </>
          )}
        </FileDrop>
        {items && changed.length === 0 && <p className={textCss.none}>{t('price.file.same')}</p>}
        {changed.length > 0 && (
          <>
            <PlainTable
              className={layoutCss.table}
              label={t('price.file.import')}
              rows={changed}
              rowKey={(i) => `${i.noun} ${i.id}`}
              columns={[
                { id: 'noun', head: t('price.file.what'), cell: (i) => texts.nounOf[i.noun] },
                { id: 'name', head: t('items.name'), rowHeader: true, cell: (i) => i.body.name },
                {
                  id: 'state',
                  head: t('price.file.state'),
                  cell: (i) => t(i.version === null ? 'price.file.isNew' : 'price.file.isChanged'),
                },
              ]}
            />
            <MoneyEffect changes={changed.length <= MOST_PREVIEWED ? changesOf(changed) : null} />
          </>
        )}
        {save.failure && <FormAlert kind="failed">{save.failure}</FormAlert>}
      </div>
    </Dialog>
  )
}

/** Most changes of one preview. */
const MOST_PREVIEWED = 10

/** New items hold for always, changed ones over the period of their version in force. */
const changesOf = (items: readonly Item[]): PriceChanges =>
  items.map(({ noun, id, version, body }) => ({
    noun,
    body,
    ...(version === null ? { from: null } : { id }),
  })) as PriceChanges

/** Saves items one after the other, calendars first; what is saved stays when a later one is refused. */
function useSave() {
  const { t } = useText()
  const acts = {
    calendar: useActs('calendar'),
    tariff: useActs('tariff'),
    deduction: useActs('deduction'),
  }
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  return {
    busy,
    failure,
    clear: () => setFailure(null),
    async run(items: readonly Item[]): Promise<boolean> {
      setBusy(true)
      setFailure(null)
      let saved = 0
      try {
        for (const noun of ['calendar', 'tariff', 'deduction'] as const)
          for (const item of items.filter((i) => i.noun === noun)) {
            await acts[noun](item)
            saved++
          }
        notice('done', t('price.file.saved', { n: saved }))
        return true
      } catch (error) {
        setFailure(`${t('price.file.partly', { n: saved, all: items.length })} ${reasonOf(error)}`)
        return false
      } finally {
        setBusy(false)
      }
    },
  }
}

function useActs(noun: Item['noun']): (item: Item) => Promise<unknown> {
  const calls = itemCalls(noun)
  const add = useAct(calls.add, { quiet: true })
  const change = useAct(calls.change, { quiet: true })
  return ({ id, version, body }) =>
    version === null
      ? add.run({ body: { id, body, from: null } } as never)
      : change.run({ params: { id }, body: { version, body } } as never)
}
