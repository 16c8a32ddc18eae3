import { Checkbox, TextInput, UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { date } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { Icon } from '../../ui/icon/index.tsx'
import layoutCss from '../../ui/layout.module.css'
import textCss from '../../ui/text.module.css'
import { foundIn, pick, pickedState, type Picked, type TreeBranch, type TreeLeaf } from './model.ts'
import css from './report.module.css'

interface Props {
  branches: readonly TreeBranch[]
  picked: Picked
  zone: string
  onChange: (picked: Picked) => void
}

/** Boxes of everything that a report can be made of, with a search. */
export function ObjectTree({ branches, picked, zone, onChange }: Props) {
  const { t } = useText()
  const [search, setSearch] = useState('')
  const found = useMemo(() => foundIn(branches, search), [branches, search])
  const put = (leaves: readonly TreeLeaf[], on: boolean) => onChange(pick(branches, picked, leaves, on))
  return (
    <div className={`${layoutCss.columnClose} ${css.tree}`} role="group" aria-label={t('report.objects')}>
      <TextInput
        value={search}
        onChange={(e) => setSearch(e.currentTarget.value)}
        leftSection={<Icon name="search" size={16} />}
        aria-label={t('report.search')}
        placeholder={t('report.search')}
      />
      <div className={`${layoutCss.column} ${css.branches}`}>
        {found.length === 0 && <p className={textCss.muted}>{t('report.noMatch')}</p>}
        {found.map((branch) => (
          <Branch
            key={branch.key}
            branch={branch}
            picked={picked}
            zone={zone}
            open={search.trim() !== ''}
            put={put}
          />
        ))}
      </div>
    </div>
  )
}

interface BranchProps {
  branch: TreeBranch
  picked: Picked
  zone: string
  /** Opened by a search, whatever the user closed. */
  open: boolean
  put: (leaves: readonly TreeLeaf[], on: boolean) => void
}

/** Branches of more leaves are closed at first. */
const MANY = 12

function Branch({ branch, picked, zone, open, put }: BranchProps) {
  const { t } = useText()
  const leaves = branch.leaves.flatMap((leaf) => [leaf, ...(leaf.under ?? [])])
  const state = pickedState(leaves, picked)
  const [own, setOwn] = useState<boolean | null>(null)
  const isOpen = open || (own ?? (leaves.length <= MANY || state !== 'none'))
  const chosen = leaves.filter((leaf) => picked[leaf.list].includes(leaf.id)).length
  return (
    <div role="group" aria-label={branch.name} className={layoutCss.columnClose}>
      <div className={layoutCss.signLine}>
        <Checkbox
          label={branch.name}
          classNames={{ label: css.branchName }}
          checked={state === 'all'}
          indeterminate={state === 'some'}
          onChange={(e) => put(leaves, e.currentTarget.checked)}
        />
        <small className={css.count}>{t('report.count', { n: chosen, all: leaves.length })}</small>
        <UnstyledButton
          className={css.fold}
          aria-expanded={isOpen}
          aria-label={t('report.fold', { name: branch.name })}
          onClick={() => setOwn(!isOpen)}
        >
          <Icon name="down" size={16} />
        </UnstyledButton>
      </div>
      {isOpen &&
        branch.leaves.map((leaf) => (
          <div key={leaf.id} className={`${layoutCss.columnClose} ${css.leaf}`}>
            <Leaf leaf={leaf} picked={picked} zone={zone} put={put} />
            {leaf.under && leaf.under.length > 0 && (
              <div className={`${layoutCss.columnClose} ${css.parts}`}>
                {leaf.under.map((part) => (
                  <Leaf key={part.id} leaf={part} picked={picked} zone={zone} put={put} />
                ))}
              </div>
            )}
          </div>
        ))}
    </div>
  )
}

function Leaf({ leaf, picked, zone, put }: Omit<BranchProps, 'branch' | 'open'> & { leaf: TreeLeaf }) {
  const { t, language } = useText()
  const { first, last } = leaf
  const empty = first === null || last === null
  return (
    <Checkbox
      size="sm"
      label={leaf.name}
      title={
        empty
          ? undefined
          : t('report.dataOf', { from: date(first, zone, language), to: date(last, zone, language) })
      }
      description={empty ? t('report.noData') : undefined}
      checked={picked[leaf.list].includes(leaf.id)}
      onChange={(e) => put([leaf], e.currentTarget.checked)}
    />
  )
}
