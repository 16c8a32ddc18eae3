import { view, word } from '../../lib/address-fields.ts'
import { useAddress } from '../../lib/use-address.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/app-state.ts'
import { Empty } from '../../ui/state.tsx'
import { ImportList } from './list.tsx'
import { ImportPage } from './task.tsx'

const FIELDS = { id: view(word()) }

/** Page of file imports: past imports, and the one in preparation, whose id is in the address. */
export default function Imports() {
  const { t } = useText()
  const { filter, show } = useAddress(FIELDS)
  const { id } = filter
  const may = useCan('settings.view')
  useTitle('route.import')

  if (!may) return <Empty icon="lock" title={t('error.noPermission')} hint={t('error.noPermissionHint')} />
  if (id === null) return <ImportList onOpen={(task) => show({ id: task }, { push: true })} />
  return <ImportPage key={id} id={id} onBack={() => show({ id: null }, { push: true })} />
}
