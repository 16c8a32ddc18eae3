import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { RUN_KINDS } from '#contract/calculation.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { flag, oneOf, view, word } from '../../lib/address-fields.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Page } from '../../ui/page/index.tsx'
import { Empty, Loaded } from '../../ui/state.tsx'
import { Recalculate } from './again.tsx'
import { RunDialog } from './detail.tsx'
import { isUnderWay, useRuns } from './queries.ts'
import css from './runs.module.css'
import { RunTable } from './table.tsx'
import { Uncomputed } from './uncomputed.tsx'

/** `run`: the run whose details are open. */
const RUN_FIELDS = { all: flag(), kind: oneOf(RUN_KINDS), run: view(word()) }

const PAGE = 50
const MOST = 200

/** Page of runs: saved calculations, recalculations and rollbacks, with who started them. */
export default function Runs() {
  const { t } = useText()
  const mayAct = useCan('dashboard.save-revert')
  const { filter, show } = useAddress(RUN_FIELDS)
  const { all, kind, run: open } = filter
  const [limit, setLimit] = useState(PAGE)
  const [adding, setAdding] = useState(false)
  const runs = useRuns({ all, limit })
  useTitle('route.runs')

  return (
    <>
      <Page
        error={runs.error}
        title={t('route.runs')}
        hint={t('runs.about')}
        actions={
          mayAct && (
            <Button leftSection={<Icon name="refresh" size={16} />} onClick={() => setAdding(true)}>
              {t('runs.again.open')}
            </Button>
          )
        }
        filter={
          <>
            <Choice
              label={t('runs.filter')}
              data={[
                { value: '', label: t('runs.allKinds') },
                ...(
                  [
                    'save',
                    'recalculate',
                    'rollback',
                    ...(all ? (['due', 'recompute'] as const) : []),
                  ] as const
                ).map((value) => ({ value, label: t(`runs.kind.${value}`) })),
              ]}
              value={kind ?? ''}
              onChange={(value) => show({ kind: RUN_KINDS.find((k) => k === value) ?? null })}
            />
            <Checkbox
              className={css.all}
              label={t('runs.all')}
              checked={all}
              onChange={(e) => {
                setLimit(PAGE)
                show({ all: e.currentTarget.checked })
              }}
            />
          </>
        }
      >
        <Uncomputed onBegun={(run) => show({ run: run.run_id })} />
        <Loaded query={runs} what={t('runs.list')} height={420}>
          {(list) => {
            const shown = kind === null ? list : list.filter((r) => r.kind === kind)
            return (
              <>
                {shown.length === 0 ? (
                  list.length === 0 ? (
                    <Empty roomy icon="calculator" title={t('runs.none')} hint={t('runs.noneHint')} />
                  ) : (
                    <Empty roomy icon="search" title={t('runs.noneOf')} />
                  )
                ) : (
                  <RunTable runs={shown} all={list} onOpen={(id) => show({ run: id })} />
                )}
                {list.length >= limit && limit < MOST && (
                  <div className={css.foot}>
                    <Button
                      variant="default"
                      loading={runs.isPlaceholderData}
                      onClick={() => setLimit(Math.min(MOST, limit + PAGE))}
                    >
                      {t('runs.more')}
                    </Button>
                  </div>
                )}
              </>
            )
          }}
        </Loaded>
      </Page>
      {open !== null && (
        <RunDialog id={open} onClose={() => show({ run: null })} onOpen={(id) => show({ run: id })} />
      )}
      {adding && (
        <Recalculate
          busy={runs.data?.some((r) => isUnderWay(r)) ?? false}
          onClose={() => setAdding(false)}
          onBegun={(run) => {
            setAdding(false)
            show({ run: run.run_id })
          }}
        />
      )}
    </>
  )
}
