import { flag, view } from '../../lib/address-fields.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan, useProfile } from '../../lib/app-state.ts'
import { Empty, Loaded } from '../../ui/state.tsx'
import { LeaveDemo } from './leave.tsx'
import { useSetup } from './queries.ts'
import css from './setup.module.css'
import { Started } from './started.tsx'
import { Wizard } from './wizard.tsx'

const FIELDS = { new: view(flag()) }

/** Page of an installation without a reservoir: the set-up, then the next steps after the reservoir was created. */
export default function Setup() {
  const { t } = useText()
  const { hydro_code: hydro } = useProfile()
  const may = useCan('information.update')
  const { filter } = useAddress(FIELDS)
  const setup = useSetup(may)
  useTitle('route.setup')

  if (!may)
    return (
      <div className={css.page}>
        <Empty
          icon={hydro === '' ? 'water' : 'lock'}
          title={t(hydro === '' ? 'setup.none' : 'error.noPermission')}
          hint={t(hydro === '' ? 'setup.noneHint' : 'error.noPermissionHint')}
        />
      </div>
    )
  return (
    <div className={css.page}>
      <Loaded query={setup} what={t('setup.title')} height={420}>
        {(state) => {
          if (state.refused === 'permission')
            return <Empty icon="lock" title={t('setup.refused')} hint={t('error.noPermissionHint')} />
          if (state.demo) return <LeaveDemo demo={state.demo} />
          const fresh = hydro === '' || (state.may_create && filter.new)
          if (fresh && state.may_create) return <Wizard key={state.draft?.version ?? 0} state={state} />
          return <Started more={state.may_create} />
        }}
      </Loaded>
    </div>
  )
}
