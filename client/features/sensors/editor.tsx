import { TextInput } from '@mantine/core'
import { useItems, useOptions } from '../../lib/items.ts'
import { useText } from '../../lib/text/index.ts'
import { Failed } from '../../ui/state.tsx'
import { ItemEditor, NumberChoice } from '../../parts/described-items/index.ts'

/** Form of a sensor: name, kind, nameplate. Port and use are changed by separate actions. */
export function SensorEditor({
  id,
  kind,
  onClose,
}: {
  id: string | null
  kind: number
  onClose: () => void
}) {
  const { t } = useText()
  const items = useItems('sensor')
  const kinds = useOptions().data?.sensor_types
  const item = id === null ? null : items.data?.find((v) => v.id === id)
  if (item === undefined)
    return items.error && !items.data ? (
      <Failed what={t('sensors.title')} error={items.error} retry={() => void items.refetch()} />
    ) : null
  return (
    <ItemEditor
      noun="sensor"
      item={item}
      start={{ kind, name: '', plate: '', state: 'not_installed', port: '', series: null, target: null }}
      title={item ? t('sensors.editTitle', { name: item.body.name }) : t('sensors.addTitle')}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput {...form.text('name')} label={t('sensors.name')} maxLength={200} data-autofocus />
          <NumberChoice path="kind" label={t('sensors.kind')} data={kinds} />
          <TextInput
            {...form.text('plate')}
            label={`${t('sensors.plate')} (${t('items.optional')})`}
            description={t('sensors.plateHint')}
            maxLength={200}
          />
        </>
      )}
    </ItemEditor>
  )
}
