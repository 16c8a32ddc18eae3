import { Checkbox, Tooltip } from '@mantine/core'
import { can, type Permission } from '#core/access/index.ts'
import { useText } from '../../lib/text/index.ts'
import { useProfile } from '../../lib/app-state.ts'
import type { PermissionScreens as Screens } from './queries.ts'
import css from './roles.module.css'
import { tickedCodes, tickState, tickBranch, tickLeaf, permissionTicks, type Ticks } from './ticks.ts'

interface Props {
  screens: Screens
  granted: readonly string[]
  before: readonly string[]
  readOnly: boolean
  onChange: (codes: string[]) => void
}

/** Checkboxes of the permissions: one per screen, and below it one per action. */
export function PermissionTree({ screens, granted, before, readOnly, onChange }: Props) {
  const { t, language } = useText()
  const { permissions: own } = useProfile()
  const ticks = permissionTicks(screens, granted)
  const show = (next: Ticks) => onChange(tickedCodes(screens, next, before))
  const states = screens.map((s) => tickState(s, ticks))
  const wholly = (s: Screens[number]) => s.parent !== null && can(own, s.parent as Permission)

  return (
    <>
      {!readOnly && (
        <Checkbox
          label={t('roles.all')}
          className={css.all}
          checked={states.every((s) => s === 'all')}
          indeterminate={states.some((s) => s !== 'none') && !states.every((s) => s === 'all')}
          onChange={(e) => {
            const on = e.currentTarget.checked
            show(screens.reduce((now, s) => tickBranch(s, now, on, wholly(s)), ticks))
          }}
        />
      )}
      {screens.map((s, i) => {
        const name = s[language]
        const grantable = s.permissions.some((p) => p.grantable)
        return (
          <div key={s.code} role="group" aria-label={name} className={css.screen}>
            <Checkbox
              label={name}
              description={
                s.parent !== null && ticks.parents.has(s.parent) ? t('roles.wholeHint') : undefined
              }
              classNames={{ label: css.screenName }}
              checked={states[i] === 'all'}
              indeterminate={states[i] === 'some'}
              disabled={readOnly || !grantable}
              onChange={(e) => show(tickBranch(s, ticks, e.currentTarget.checked, wholly(s)))}
            />
            <div className={css.leaves}>
              {s.permissions.map((p) => (
                <Tooltip key={p.code} label={t('roles.notYours')} disabled={readOnly || p.grantable}>
                  <Checkbox
                    size="sm"
                    label={p[language]}
                    checked={ticks.leaves.has(p.code)}
                    disabled={readOnly || !p.grantable}
                    onChange={(e) => show(tickLeaf(s, ticks, p.code, e.currentTarget.checked))}
                  />
                </Tooltip>
              ))}
            </div>
          </div>
        )
      })}
    </>
  )
}
