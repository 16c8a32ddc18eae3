import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { addWallScreen, listWallScreens, revokeWallScreen, type WallScreen } from '#contract/wall.ts'
import { flag } from '../../lib/address-fields.ts'
import { useForm } from '../../lib/form/index.ts'
import { useAct, useRead } from '../../lib/query.ts'
import { useText } from '../../lib/text/index.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useNow } from '../../lib/use-now.ts'
import { useWhen } from '../../lib/when.ts'
import { useCan } from '../../lib/app-state.ts'
import { Confirm } from '../../ui/dialog/index.tsx'
import { FilterBar, type FilterFields } from '../../ui/filter/index.tsx'
import { FormDialog } from '../../ui/form/index.ts'
import { AddButton, Page } from '../../ui/page/index.tsx'
import { Empty } from '../../ui/state.tsx'
import { DataTable, RowButton, type Columns } from '../../ui/table/index.ts'
import { Created, Since, State, When } from './cells.tsx'
import { activeFirst, isRevoked, nameProblemOf } from './draft.ts'
import { MadeScreen } from './made.tsx'
import css from './tokens.module.css'

const FIELDS = { revokedScreens: flag() } // whether they are listed too
const AGAIN = 15_000 // ms; a screen that is turned on elsewhere appears here

/** Wall screens: the list, when each was last seen, and their revocation. */
export function Screens() {
  const { t } = useText()
  const when = useWhen()
  const now = useNow(AGAIN)
  const screens = useRead(listWallScreens, {}, { refetchInterval: AGAIN, select: activeFirst<WallScreen> })
  const address = useAddress(FIELDS)
  const mayRevoke = useCan('tokens.update')
  // Nobody can share a view that they lack themselves.
  const mayAdd = useCan('dashboard.view') && mayRevoke
  const [adding, setAdding] = useState(false)
  const [revoking, setRevoking] = useState<WallScreen | null>(null)
  const revoke = useAct(revokeWallScreen, { quiet: true })
  const revoked = screens.data?.filter(isRevoked).length ?? 0
  const state = (s: WallScreen) => {
    if (isRevoked(s)) return t('tokens.revoked')
    if (s.signed_in_at !== null) return t('tokens.inUse')
    const waiting = s.key_until !== null && Date.parse(s.key_until) > now
    return waiting ? t('screens.waiting', { time: when(s.key_until!) }) : t('screens.expired')
  }
  const fields: FilterFields<typeof FIELDS> = [
    { kind: 'check', name: 'revokedScreens', label: t('screens.showRevoked', { n: revoked }) },
  ]
  const columns: Columns<WallScreen> = [
    { id: 'name', head: t('screens.name'), rowHeader: true, className: css.name, value: (s) => s.name },
    { id: 'made', head: t('tokens.made'), value: (s) => s.created_at, cell: (s) => <Created of={s} /> },
    {
      id: 'signedIn',
      head: t('screens.signedIn'),
      value: (s) => s.signed_in_at,
      cell: (s) => <When iso={s.signed_in_at} below={s.address} />,
    },
    {
      id: 'seen',
      head: t('screens.seen'),
      value: (s) => s.last_seen_at,
      cell: (s) => (s.last_seen_at === null ? '-' : <Since iso={s.last_seen_at} />),
    },
    { id: 'state', head: t('tokens.state'), value: state, cell: (s) => <State of={s} words={state(s)} /> },
  ]
  return (
    <>
      <Page
        second
        title={t('screens.title')}
        hint={t('screens.about')}
        actions={
          mayAdd && <AddButton variant="default" label={t('screens.make')} onClick={() => setAdding(true)} />
        }
        foot={revoked > 0 && <FilterBar {...address} filtered={false} fields={fields} />}
      >
        <DataTable
          label={t('screens.list')}
          query={screens}
          rows={screens.data?.filter((s) => address.filter.revokedScreens || !isRevoked(s))}
          rowKey={(s) => s.screen_id}
          height={160}
          empty={
            revoked > 0 ? (
              <Empty icon="screen" title={t('screens.noneInUse')} />
            ) : (
              <Empty icon="screen" title={t('screens.none')} hint={t('screens.noneHint')} />
            )
          }
          attributes={(s) => ({ className: isRevoked(s) ? css.revoked : undefined })}
          columns={columns}
          actions={
            mayRevoke && {
              head: t('tokens.acts'),
              cell: (s) =>
                !isRevoked(s) && (
                  <RowButton name={s.name} label={t('tokens.revoke')} onClick={() => setRevoking(s)} />
                ),
            }
          }
        />
      </Page>
      {adding && <AddScreen onClose={() => setAdding(false)} />}
      {revoking && (
        <Confirm
          title={t('screens.revokeTitle', { name: revoking.name })}
          act={t('tokens.revoke')}
          onAct={() => revoke.run({ body: { screen_id: revoking.screen_id } })}
          done={t('screens.revokedNotice', { name: revoking.name })}
          onClose={() => setRevoking(null)}
        >
          <p>{t('screens.revokeWhat')}</p>
        </Confirm>
      )}
    </>
  )
}

/** Creates a wall screen and shows its address and short code, once. */
function AddScreen({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const add = useAct(addWallScreen, { quiet: true })
  const form = useForm({
    schema: addWallScreen.body!,
    values: { name: '' },
    rules({ name }) {
      const problem = nameProblemOf(name)
      return { name: problem && t(`screens.${problem}`) }
    },
  })
  if (add.data) return <MadeScreen made={add.data} onClose={onClose} />
  return (
    <FormDialog
      form={form}
      title={t('screens.make')}
      act={t('screens.makeAct')}
      onSubmit={(body) => add.run({ body })}
      onDone={() => undefined}
      onClose={onClose}
    >
      <TextInput
        {...form.text('name')}
        label={t('screens.name')}
        description={t('screens.nameHint')}
        data-autofocus
      />
    </FormDialog>
  )
}
