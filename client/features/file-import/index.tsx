import { useSearchParams } from 'react-router'
import { useTitle } from '../../lib/use-title.ts'
import { useText } from '../../lib/text/index.ts'
import { useCan } from '../../lib/who.ts'
import { Empty } from '../../ui/state.tsx'
import { List } from './list.tsx'
import { Task } from './task.tsx'

/** History from files: what was imported, and the one that is being prepared, whose id stands in the address. */
export default function Imports() {
  const { t } = useText()
  const [search, setSearch] = useSearchParams()
  const id = search.get('id')
  const may = useCan('settings.view')
  useTitle('route.import')

  if (!may) return <Empty icon="lock" title={t('error.noPermission')} hint={t('error.noPermissionHint')} />
  if (id === null) return <List onOpen={(task) => setSearch({ id: task })} />
  return <Task key={id} id={id} onBack={() => setSearch({})} />
}
