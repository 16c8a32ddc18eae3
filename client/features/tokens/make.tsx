import { addToken } from '#contract/tokens.ts'
import { useForm } from '../../lib/form/index.ts'
import { useText } from '../../lib/text/index.ts'
import { FormDialog } from '../../ui/form/index.ts'
import { EMPTY_TOKEN, tokenBodyOf, tokenProblemsOf } from './draft.ts'
import { TokenFields } from './fields.tsx'
import { MadeToken, SecretDialog } from './made.tsx'
import { useAddToken } from './queries.ts'
import layoutCss from '../../ui/layout.module.css'

/** Creates a token and shows its secret, once. */
export function Make({ onClose }: { onClose: () => void }) {
  const { t } = useText()
  const add = useAddToken()
  const form = useForm({
    schema: addToken.body!,
    values: EMPTY_TOKEN,
    body: tokenBodyOf,
    rules(values) {
      const { name, scopes, series } = tokenProblemsOf(values)
      return {
        name: name && t(`tokens.problem.${name}`),
        scopes: scopes && t(`tokens.problem.${scopes}`),
        series: series && t(`tokens.problem.${series}`),
      }
    },
  })
  if (add.data)
    return (
      <SecretDialog title={t('tokens.madeTitle', { name: add.data.name })} onClose={onClose}>
        {(onTaken) => <MadeToken made={add.data!} onTaken={onTaken} />}
      </SecretDialog>
    )
  return (
    <FormDialog
      form={form}
      title={t('tokens.make')}
      act={t('tokens.makeAct')}
      onSubmit={(body) => add.run({ body })}
      onDone={() => undefined}
      onClose={onClose}
      className={layoutCss.columnApart}
    >
      <TokenFields form={form} />
    </FormDialog>
  )
}
