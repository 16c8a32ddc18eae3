import { Button } from '@mantine/core'
import { useState } from 'react'
import { saveBounds } from '#contract/geo.ts'
import type { Permission } from '#core/access/index.ts'
import { reasonOf } from '../../lib/failures.ts'
import { useForm } from '../../lib/form/index.ts'
import { notice } from '../../lib/notice.ts'
import { useAct } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { boundsOf, wireOf } from '../../parts/map-bounds.ts'
import { FormAlert, FormDialog } from '../../ui/form/index.ts'
import { BoundsMap, degreesText, type Bounds, type MapMark } from '../../ui/map/index.ts'
import textCss from '../../ui/text.module.css'
import layoutCss from '../../ui/layout.module.css'
import css from './basin.module.css'
import { useBasin, type Basin } from './queries.ts'

/** Sets which part of the map is shown first. */
export function MapFrame({ basin, marks }: { basin: Basin; marks: readonly MapMark[] }) {
  const { t } = useText()
  const mayUpdate = useCan(saveBounds.access as Permission)
  const [open, setOpen] = useState(false)
  const save = useAct(saveBounds, { quiet: true })
  const b = basin.bounds
  const span = (from: number, to: number) => `${degreesText(from)}° – ${degreesText(to)}°`
  return (
    <section className={layoutCss.column} aria-label={t('basin.frame')}>
      <h2 className={textCss.heading}>{t('basin.frame')}</h2>
      <p className={css.small}>{t(basin.bounds_chosen ? 'basin.frameChosen' : 'basin.frameAuto')}</p>
      <dl className={`${layoutCss.lines} ${css.facts}`}>
        <div>
          <dt>{t('map.longitude')}</dt>
          <dd>{span(b.start_longitude, b.end_longitude)}</dd>
        </div>
        <div>
          <dt>{t('map.latitude')}</dt>
          <dd>{span(b.start_latitude, b.end_latitude)}</dd>
        </div>
      </dl>
      {save.error && <FormAlert kind="failed">{reasonOf(save.error)}</FormAlert>}
      {mayUpdate && (
        <div className={layoutCss.row}>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('basin.frameEdit')}
          </Button>
          {basin.bounds_chosen && (
            <Button
              variant="subtle"
              color="gray"
              loading={save.busy}
              onClick={() =>
                void save
                  .run({ body: { version: basin.version, bounds: null } })
                  .then(() => notice('done', t('basin.frameSaved')))
              }
            >
              {t('basin.frameReset')}
            </Button>
          )}
        </div>
      )}
      {open && <FrameEditor basin={basin} marks={marks} onClose={() => setOpen(false)} />}
    </section>
  )
}

function FrameEditor({
  basin,
  marks,
  onClose,
}: {
  basin: Basin
  marks: readonly MapMark[]
  onClose: () => void
}) {
  const { t } = useText()
  const [start] = useState(() => boundsOf(basin.bounds))
  const current = useBasin()
  const save = useAct(saveBounds, { quiet: true })
  const [bounds, setBounds] = useState<Bounds | null>(start)
  const form = useForm({
    schema: saveBounds.body!,
    values: {},
    body: () => ({ version: basin.version, bounds: bounds && wireOf(bounds) }),
  })
  return (
    <FormDialog
      form={form}
      title={t('basin.frame')}
      width={760}
      ready={bounds !== null}
      unsaved={bounds !== start}
      onSubmit={(body) => save.run({ body })}
      done={t('basin.frameSaved')}
      conflict={{ text: t('basin.conflict'), reload: () => current.refetch().then(form.clear) }}
      onClose={onClose}
    >
      <BoundsMap value={start} basin={basin.basin} marks={marks} height={380} onChange={setBounds} />
    </FormDialog>
  )
}
