import { Switch, Tooltip } from '@mantine/core'
import { type Account } from '#contract/accounts.ts'
import { serverNow } from '../../lib/clock.ts'
import { usePicture } from '../../lib/picture.ts'
import { roleName } from '../../lib/role-name.ts'
import { useText } from '../../lib/text/index.ts'
import { useWhen } from '../../lib/when.ts'
import { useProfile } from '../../lib/app-state.ts'
import { Avatar } from '../../ui/avatar/index.tsx'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import { DataTable, RowActs, RowMark, RowName, SortButton, type TableSort } from '../../ui/table/index.ts'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import css from './accounts.module.css'
import type { AccountFilter } from './list.ts'
import { useRights, type AccountAct } from './rights.ts'

interface Props {
  accounts: readonly Account[]
  sort: TableSort<AccountFilter['sort']>
  onSort: (sort: TableSort<AccountFilter['sort']>) => void
  /** The account whose status is being changed. */
  changing: string | null
  onAct: (act: AccountAct, account: Account) => void
}

/** Table of accounts; cards on a phone. */
export function AccountTable({ accounts, sort, onSort, changing, onAct }: Props) {
  const { t } = useText()
  const when = useWhen()
  const own = useProfile().account_id
  const rights = useRights()
  return (
    <DataTable
      label={t('accounts.title')}
      rows={accounts}
      rowKey={(a) => a.account_id}
      sort={sort}
      onSort={onSort}
      columns={[
        {
          id: 'name',
          head: (
            <span className={css.two}>
              <SortButton column="full_name" label={t('field.fullName')} sort={sort} onSort={onSort} />
              <span aria-hidden>/</span>
              <SortButton column="username" label={t('field.username')} sort={sort} onSort={onSort} />
            </span>
          ),
          rowHeader: true,
          cell: (a) => <Person account={a} self={a.account_id === own} onOpen={() => onAct('edit', a)} />,
        },
        { id: 'role', head: t('field.role'), cell: (a) => <Roles account={a} /> },
        {
          id: 'status',
          head: t('field.status'),
          sort: true,
          cell: (a) => (
            <Status account={a} may={rights(a).status} changing={changing === a.account_id} onAct={onAct} />
          ),
        },
        {
          id: 'email',
          head: t('field.emailAndPhone'),
          phoneLabel: t('accounts.contact'),
          sort: true,
          className: css.long,
          hideOnPhone: (a) => a.email === null && a.phone === null,
          cell: (a) => (
            <div>
              {a.email !== null && <Address email={a.email} />}
              {a.phone !== null && <div className={textCss.nowrap}>{a.phone}</div>}
            </div>
          ),
        },
        {
          id: 'position',
          head: t('field.position'),
          sort: true,
          className: css.long,
          hideOnPhone: (a) => a.position === null,
          cell: (a) => a.position,
        },
        {
          id: 'signed_in_at',
          head: t('accounts.signedIn'),
          sort: true,
          className: textCss.small,
          cell: (a) => (a.signed_in_at ? when(a.signed_in_at) : t('accounts.never')),
        },
      ]}
      actions={{
        head: t('act.more', { name: '' }),
        cell: (a) => <Acts account={a} may={rights(a)} onAct={onAct} />,
      }}
    />
  )
}

function Person({ account: a, self, onOpen }: { account: Account; self: boolean; onOpen: () => void }) {
  const { t } = useText()
  const picture = usePicture(a.avatar, a.account_id)
  return (
    <div className={css.person}>
      <Avatar name={a.full_name} src={picture} size={36} />
      <div className={css.names}>
        <RowName name={a.full_name} onOpen={onOpen} />
        <span className={textCss.small}>
          {a.username}
          {self && <RowMark>{t('accounts.you')}</RowMark>}
          {a.expert && <RowMark>{t('accounts.expert')}</RowMark>}
        </span>
      </div>
    </div>
  )
}

/** Breaks an address after its @. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1
  return (
    <div>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </div>
  )
}

function Roles({ account }: { account: Account }) {
  const { t, texts } = useText()
  const { hydro_code: here, reservoirs } = useProfile()
  if (account.roles.length === 0)
    return (
      <span className={css.lacking}>
        <Icon name="warning" size={14} /> {t('accounts.noRole')}
      </span>
    )
  const nameOf = (code: string) =>
    code === '*'
      ? t('accounts.allReservoirs')
      : (reservoirs.find((r) => r.hydro_code === code)?.hydro_name ?? code)
  // With one reservoir its name adds nothing.
  const single = reservoirs.length <= 1
  return (
    <div className={layoutCss.lines}>
      {account.roles.map((r) => (
        <span key={r.hydro_code}>
          {roleName(r.role_name, texts)}
          {!(single && (r.hydro_code === here || r.hydro_code === '*')) && (
            <span className={textCss.small}> · {nameOf(r.hydro_code)}</span>
          )}
        </span>
      ))}
    </div>
  )
}

function Status({
  account: a,
  may,
  changing,
  onAct,
}: {
  account: Account
  may: boolean
  changing: boolean
  onAct: Props['onAct']
}) {
  const { t } = useText()
  const when = useWhen()
  const waiting = a.registered && !a.status
  const word = t(a.status ? 'accounts.active' : waiting ? 'accounts.waiting' : 'accounts.inactive')
  const delayed = a.delayed_until !== null && Date.parse(a.delayed_until) > serverNow()
  return (
    <div className={css.status}>
      {may ? (
        <Switch
          size="sm"
          checked={a.status}
          disabled={changing}
          label={word}
          aria-label={`${t('accounts.isActive')}: ${a.full_name}`}
          onChange={() => onAct('status', a)}
        />
      ) : (
        <span className={layoutCss.inlineClose}>
          {!a.status && <Icon name="lock" size={14} />} {word}
        </span>
      )}
      {delayed && (
        <Tooltip label={t('accounts.delayedHint')}>
          <span className={css.delayed} tabIndex={0}>
            <Icon name="clock" size={14} /> {t('accounts.delayed', { time: when(a.delayed_until!) })}
          </span>
        </Tooltip>
      )}
    </div>
  )
}

function Acts({
  account,
  may,
  onAct,
}: {
  account: Account
  may: Record<AccountAct, boolean>
  onAct: Props['onAct']
}) {
  const { t } = useText()
  const waiting = account.registered && !account.status
  const status = t(account.status ? 'accounts.lock' : waiting ? 'accounts.activate' : 'accounts.unlock')
  const items: [AccountAct, IconName, string][] = [
    ['edit', may.edit ? 'edited' : 'eye', t(may.edit ? 'accounts.edit' : 'accounts.view')],
    ['status', account.status ? 'lock' : 'unlock', status],
    ['password', 'key', t('accounts.resetPassword')],
    ['sessions', 'screen', t('accounts.sessions')],
    ['remove', 'trash', t('act.remove')],
  ]
  return (
    <RowActs
      name={account.full_name}
      acts={items.map(
        ([act, icon, label]) =>
          // Without the right to change it, it can still be viewed.
          (may[act] || act === 'edit') && {
            icon,
            label,
            run: () => onAct(act, account),
            grave: act === 'remove',
          },
      )}
    />
  )
}
