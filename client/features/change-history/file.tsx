import { Button, Checkbox, FileButton } from '@mantine/core'
import { useState } from 'react'
import { BUNDLE_LIMIT, previewBundle, type BundlePlan } from '#contract/changes.ts'
import { CallError } from '../../lib/call-error.ts'
import { reasonOf } from '../../lib/failures.ts'
import { dateTime } from '../../lib/format.ts'
import { notice } from '../../lib/notice.ts'
import { useAct } from '../../lib/query.ts'
import { useZone } from '../../lib/reservoir.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { FormAlert } from '../../ui/form/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './changes.module.css'
import type { Chosen } from './chosen.ts'
import { ImportDialog } from './import-dialog.tsx'
import { ImportPlan } from './plan.tsx'
import { useConfigurationExport } from './queries.ts'

/** Maximum number of errors listed. */
const MOST = 12

interface Opened {
  name: string
  content: unknown
}

/** Exports the whole configuration as one file, and imports one after a preview of the changes. */
export function ConfigurationFile() {
  const { t } = useText()
  const mayUpdate = useCan('settings.update')
  const file = useConfigurationExport()
  return (
    <div className={`${layoutCss.parts} ${css.file}`}>
      <section className={`${layoutCss.columnClose} ${css.part}`} aria-label={t('changesPage.exportTitle')}>
        <h2 className={textCss.heading}>{t('changesPage.exportTitle')}</h2>
        <p className={css.small}>{t('changesPage.exportHint')}</p>
        {mayUpdate ? (
          <div>
            <Button
              variant="default"
              leftSection={<Icon name="save" size={16} />}
              loading={file.busy}
              onClick={() => file.save()}
            >
              {t('changesPage.exportAct')}
            </Button>
          </div>
        ) : (
          <FormAlert kind="info">{t('error.noPermissionHint')}</FormAlert>
        )}
      </section>
      {mayUpdate && <ImportFile />}
    </div>
  )
}

function ImportFile() {
  const { t, language } = useText()
  const zone = useZone() ?? 'UTC'
  const preview = useAct(previewBundle, { quiet: true })
  const [opened, setOpened] = useState<Opened | null>(null)
  const [unread, setUnread] = useState<string | null>(null)
  const [other, setOther] = useState(false)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [conflict, setConflict] = useState(false)
  const [key, setKey] = useState(0)
  const error = preview.error
  const foreign = error instanceof CallError && error.errors.some((e) => e.code === 'bundle_other_plant')
  const plan: BundlePlan | undefined = preview.data

  const check = (content: unknown, otherPlant: boolean) =>
    // The errors are shown below the file.
    void preview.run({ body: { bundle: content, other_plant: otherPlant } }).catch(() => undefined)

  async function open(file: File | null) {
    if (!file) return
    // Allows choosing the same file again.
    setKey((k) => k + 1)
    setUnread(null)
    setOpened(null)
    setOther(false)
    setConflict(false)
    preview.reset()
    if (file.size > BUNDLE_LIMIT) return setUnread(t('changesPage.tooBig'))
    try {
      const content: unknown = JSON.parse(await file.text())
      setOpened({ name: file.name, content })
      check(content, false)
    } catch {
      setUnread(t('changesPage.notJson'))
    }
  }

  return (
    <section className={`${layoutCss.columnClose} ${css.part}`} aria-label={t('changesPage.importTitle')}>
      <h2 className={textCss.heading}>{t('changesPage.importTitle')}</h2>
      <p className={css.small}>{t('changesPage.importHint')}</p>
      <div className={css.choose}>
        <FileButton key={key} onChange={(f) => void open(f)} accept="application/json,.json">
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<Icon name="upload" size={16} />}
              loading={preview.busy}
            >
              {t('changesPage.choose')}
            </Button>
          )}
        </FileButton>
        {opened && <span className={css.small}>{t('changesPage.chosen', { name: opened.name })}</span>}
      </div>
      {unread && <FormAlert kind="failed">{unread}</FormAlert>}
      {conflict && <FormAlert kind="failed">{t('changesPage.importConflict')}</FormAlert>}
      {error && <Faults error={error} />}
      {opened && (foreign || other) && (
        <Checkbox
          label={t('changesPage.otherPlant')}
          checked={other}
          onChange={(e) => {
            setOther(e.currentTarget.checked)
            check(opened.content, e.currentTarget.checked)
          }}
        />
      )}
      {plan && opened && (
        <>
          <p className={css.small}>
            {t('changesPage.fromPlant', {
              name: plan.name,
              code: plan.hydro_code,
              when: dateTime(Date.parse(plan.exported_at), zone, language),
              product: plan.product,
            })}
          </p>
          <ImportPlan plan={plan} onChoose={setChosen} />
        </>
      )}
      {chosen && opened && plan && (
        <ImportDialog
          bundle={opened.content}
          otherPlant={other}
          state={plan.state}
          chosen={chosen}
          onClose={() => setChosen(null)}
          onConflict={() => {
            setChosen(null)
            setConflict(true)
            check(opened.content, other)
          }}
          onDone={(done) => {
            setChosen(null)
            setConflict(false)
            notice('done', t('changesPage.importDone', done))
            check(opened.content, other)
          }}
        />
      )}
    </section>
  )
}

function Faults({ error }: { error: unknown }) {
  const { t } = useText()
  const list = error instanceof CallError ? error.errors : []
  if (list.length === 0) return <FormAlert kind="failed">{reasonOf(error)}</FormAlert>
  return (
    <FormAlert kind="failed" title={t('changesPage.faults')}>
      <ul className={css.faults}>
        {list.slice(0, MOST).map((e, i) => (
          <li key={i}>{e.message}</li>
        ))}
      </ul>
      {list.length > MOST && t('changesPage.and', { n: list.length - MOST })}
    </FormAlert>
  )
}
