import { Switch, Tooltip } from '@mantine/core'
import { getAvatar, type Account } from '#contract/accounts.ts'
import { serverNow } from '../../lib/clock.ts'
import { usePicture } from '../../lib/picture.ts'
import { useText } from '../../lib/text/index.ts'
import { useWhen } from '../../lib/when.ts'
import { useProfile } from '../../lib/who.ts'
import { Avatar } from '../../ui/avatar/index.tsx'
import { Icon, type IconName } from '../../ui/icon/index.tsx'
import { RowActs, RowMark, RowName, Sortable, tableCss as table } from '../../ui/page/index.tsx'
import css from './accounts.module.css'
import type { Sort } from './list.ts'
import { useRights, type Act } from './rights.ts'

interface Given {
  accounts: readonly Account[]
  sort: { by: Sort; order: 'asc' | 'desc' }
  onSort: (sort: { by: Sort; order: 'asc' | 'desc' }) => void
  /** The one whose status is being changed. */
  changing: string | null
  onAct: (act: Act, account: Account) => void
}

export function Table({ accounts, sort, onSort, changing, onAct }: Given) {
  const { t } = useText()
  const head = (column: Sort, label: string) => (
    <Sortable column={column} label={label} sort={sort} onSort={onSort} />
  )
  return (
    <div className={table.scroll} tabIndex={0} role="group" aria-label={t('accounts.title')}>
      <table className={table.table} aria-label={t('accounts.title')}>
        <thead>
          <tr>
            <th scope="col">
              <span className={css.two}>
                <Plain column="full_name" label={t('field.fullName')} sort={sort} onSort={onSort} />
                <span aria-hidden>/</span>
                <Plain column="username" label={t('field.username')} sort={sort} onSort={onSort} />
              </span>
            </th>
            <th scope="col">{t('field.role')}</th>
            {head('status', t('field.status'))}
            {head('email', t('field.emailAndPhone'))}
            {head('position', t('field.position'))}
            {head('signed_in_at', t('accounts.signedIn'))}
            <th scope="col">
              <span className="sr">{t('act.more', { name: '' })}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((a) => (
            <Row key={a.account_id} account={a} changing={changing === a.account_id} onAct={onAct} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** One of two orders that share a column. */
function Plain({
  column,
  label,
  sort,
  onSort,
}: Pick<Given, 'sort' | 'onSort'> & { column: Sort; label: string }) {
  const mine = sort.by === column
  const up = sort.order === 'asc'
  return (
    <button
      type="button"
      aria-pressed={mine}
      onClick={() => onSort({ by: column, order: mine && up ? 'desc' : 'asc' })}
    >
      {label}
      {mine && <Icon name={up ? 'rising' : 'falling'} size={12} />}
    </button>
  )
}

function Row({
  account: a,
  changing,
  onAct,
}: {
  account: Account
  changing: boolean
  onAct: Given['onAct']
}) {
  const { t } = useText()
  const when = useWhen()
  const self = useProfile().account_id === a.account_id
  const may = useRights()(a)
  const picture = usePicture(getAvatar, a.account_id, a.avatar)
  return (
    <tr>
      <th scope="row">
        <div className={css.person}>
          <Avatar name={a.full_name} src={picture} size={36} />
          <div className={css.names}>
            <RowName name={a.full_name} onOpen={() => onAct('edit', a)} />
            <span className={table.small}>
              {a.username}
              {self && <RowMark>{t('accounts.you')}</RowMark>}
              {a.expert && <RowMark>{t('accounts.expert')}</RowMark>}
            </span>
          </div>
        </div>
      </th>
      <td data-label={t('field.role')}>
        <Roles account={a} />
      </td>
      <td data-label={t('field.status')}>
        <Status account={a} may={may.status} changing={changing} onAct={onAct} />
      </td>
      <td
        data-label={t('accounts.contact')}
        data-empty={(a.email === null && a.phone === null) || undefined}
        className={css.long}
      >
        <div>
          {a.email !== null && <Address email={a.email} />}
          {a.phone !== null && <div className={css.phone}>{a.phone}</div>}
        </div>
      </td>
      <td data-label={t('field.position')} data-empty={a.position === null || undefined} className={css.long}>
        {a.position}
      </td>
      <td data-label={t('accounts.signedIn')} className={table.small}>
        {a.signed_in_at ? when(a.signed_in_at) : t('accounts.never')}
      </td>
      <td className={table.acts}>
        <Acts account={a} may={may} onAct={onAct} />
      </td>
    </tr>
  )
}

/** Broken behind the @, where it has to be broken. */
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
  const { t } = useText()
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
  // Where there is one reservoir, its name says nothing.
  const single = reservoirs.length <= 1
  return (
    <div className={css.roles}>
      {account.roles.map((r) => (
        <span key={r.hydro_code}>
          {r.role_name}
          {!(single && (r.hydro_code === here || r.hydro_code === '*')) && (
            <span className={table.small}> · {nameOf(r.hydro_code)}</span>
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
  onAct: Given['onAct']
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
        <span>
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
  may: Record<Act, boolean>
  onAct: Given['onAct']
}) {
  const { t } = useText()
  const waiting = account.registered && !account.status
  const status = t(account.status ? 'accounts.lock' : waiting ? 'accounts.activate' : 'accounts.unlock')
  const items: [Act, IconName, string][] = [
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
          // Whoever may not change it may still look at it.
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
