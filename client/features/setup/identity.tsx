import { Autocomplete } from '@mantine/core'
import { isZone } from '#core/time/index.ts'
import { useText } from '../../lib/text/index.ts'
import type { AnyForm } from '../../lib/form/index.ts'
import { TextField, itemsCss } from '../../parts/described-items/index.ts'
import { byLabel } from '../../ui/choice/by-label.ts'
import { codeOf } from './seed.ts'
import { Select } from '@mantine/core'

const ZONES = ['Asia/Ho_Chi_Minh', 'Asia/Vientiane', 'Asia/Phnom_Penh', 'Asia/Bangkok', 'Asia/Seoul', 'UTC']

/** Step: name, code, river, province, zone. */
export function Identity({ form, provinces }: { form: AnyForm; provinces: readonly string[] }) {
  const { t } = useText()
  const zone = String(form.get('plant.zone') ?? '')
  const zones = [...new Set([zone, ...ZONES])].filter((z) => isZone(z))
  return (
    <>
      <TextField
        path="plant.name"
        label={t('fieldOf.plant.name')}
        description={t('setup.nameHint')}
        onChange={(e) => {
          const name = e.currentTarget.value
          form.set('plant.name', name)
          // The code follows the name until the user edits it.
          if (!form.get('ownCode')) form.set('hydroCode', codeOf(name))
        }}
      />
      <TextField
        path="hydroCode"
        label={t('setup.code')}
        description={t('setup.codeHint')}
        onChange={(e) => {
          form.set('hydroCode', e.currentTarget.value)
          form.set('ownCode', true)
        }}
      />
      <div className={itemsCss.row}>
        <TextField path="plant.river" label={t('fieldOf.plant.river')} optional />
        <Autocomplete
          name="plant.province"
          label={t('fieldOf.plant.province')}
          placeholder={t('items.optional')}
          data={[...provinces]}
          value={String(form.get('plant.province') ?? '')}
          error={form.errorOf('plant.province')}
          onChange={(value) => form.set('plant.province', value)}
          maxDropdownHeight={260}
          filter={byLabel}
          autoComplete="off"
        />
      </div>
      <Select
        name="plant.zone"
        label={t('fieldOf.plant.zone')}
        description={t('setup.zoneHint')}
        data={zones}
        value={zone}
        searchable
        openOnFocus={false}
        allowDeselect={false}
        error={form.errorOf('plant.zone')}
        onChange={(value) => value !== null && form.set('plant.zone', value)}
      />
    </>
  )
}
