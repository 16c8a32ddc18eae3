import { ActionIcon } from '@mantine/core'
import { useId } from 'react'
import type { Account, Grant } from '#contract/accounts.ts'
import { roleName } from '../../lib/role-name.ts'
import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import { Icon } from '../../ui/icon/index.tsx'
import { Loaded } from '../../ui/state.tsx'
import { AddButton } from '../../ui/page/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import css from './accounts.module.css'
import { useAccountOptions, type AccountOptions } from './queries.ts'

interface Props {
  grants: Grant[]
  account: Account | null
  errorOf: (path: string) => string | undefined
  readOnly: boolean
  onChange: (grants: Grant[]) => void
}

/** One role per reservoir. */
export function Grants(props: Props) {
  const { t } = useText()
  const options = useAccountOptions()
  const hint = useId()
  return (
    <fieldset className={`${layoutCss.lines} ${css.grants}`} aria-describedby={hint}>
      <legend>{t('accounts.grants')}</legend>
      <p id={hint} className={css.hint}>
        {t('accounts.grantsHint')}
      </p>
      <Loaded query={options} what={t('field.role')} height={36}>
        {(data) => <Rows {...props} options={data} />}
      </Loaded>
      {props.errorOf('roles') && (
        <p className={css.wrong} role="alert" data-wrong tabIndex={-1}>
          {props.errorOf('roles')}
        </p>
      )}
    </fieldset>
  )
}

function Rows({
  grants,
  account,
  errorOf,
  readOnly,
  onChange,
  options,
}: Props & { options: AccountOptions }) {
  const { t, texts } = useText()
  const nameOf = (code: string) =>
    code === '*'
      ? t('accounts.allReservoirs')
      : (options.reservoirs.find((r) => r.hydro_code === code)?.hydro_name ?? code)
  const taken = new Set(grants.map((g) => g.hydro_code))
  const free = options.reservoirs.filter((r) => !taken.has(r.hydro_code))
  const set = (index: number, part: Partial<Grant>) =>
    onChange(grants.map((g, i) => (i === index ? { ...g, ...part } : g)))

  /** Roles that may be granted at a reservoir, plus the one already granted. */
  function rolesAt(hydro: string, present: string) {
    const offered = options.reservoirs.find((r) => r.hydro_code === hydro)?.roles ?? []
    const roles = offered.map((r) => ({ value: r.role_id, label: roleName(r.role_name, texts) }))
    const now = account?.roles.find((r) => r.hydro_code === hydro && r.role_id === present)
    if (now && !roles.some((r) => r.value === present))
      roles.push({ value: present, label: roleName(now.role_name, texts) })
    return roles
  }

  function add() {
    const next = free[0]
    // Defaults to the least powerful role; more is a deliberate choice.
    const least = next.roles.toSorted((a, b) => b.level - a.level)[0]
    onChange([...grants, { hydro_code: next.hydro_code, role_id: least.role_id }])
  }

  return (
    <>
      {grants.map((g, i) => (
        <div key={g.hydro_code} className={css.grant}>
          <Choice
            aria-label={t('field.reservoir')}
            readOnly={readOnly}
            value={g.hydro_code}
            error={errorOf(`roles.${i}.hydro_code`)}
            data={[
              { value: g.hydro_code, label: nameOf(g.hydro_code) },
              ...free.map((r) => ({ value: r.hydro_code, label: nameOf(r.hydro_code) })),
            ]}
            onChange={(hydro_code) => {
              const roles = rolesAt(hydro_code, g.role_id)
              const same = roles.some((r) => r.value === g.role_id)
              set(i, { hydro_code, role_id: same ? g.role_id : (roles.at(-1)?.value ?? g.role_id) })
            }}
          />
          <Choice
            aria-label={`${t('field.role')}: ${nameOf(g.hydro_code)}`}
            readOnly={readOnly}
            value={g.role_id}
            error={errorOf(`roles.${i}.role_id`)}
            data={rolesAt(g.hydro_code, g.role_id)}
            onChange={(role_id) => set(i, { role_id })}
          />
          {!readOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('accounts.removeGrant', { name: nameOf(g.hydro_code) })}
              onClick={() => onChange(grants.filter((_, j) => j !== i))}
            >
              <Icon name="close" size={16} />
            </ActionIcon>
          )}
        </div>
      ))}
      {!readOnly && free.some((r) => r.roles.length > 0) && (
        <AddButton
          label={t('accounts.addGrant')}
          size="compact-sm"
          variant="default"
          className={css.addGrant}
          onClick={add}
        />
      )}
    </>
  )
}
