import { useText } from '../../lib/text/index.ts'
import { Choice } from '../../ui/choice/index.tsx'
import type { Basin } from './queries.ts'

/** The coordinate system that the file itself names. */
export const BY_FILE = ''

/** Selects the coordinate system of a file. */
export function SystemChoice(props: { basin: Basin; value: string; onChange: (epsg: string) => void }) {
  const { basin, value, onChange } = props
  const { t } = useText()
  return (
    <Choice
      label={t('basin.system')}
      description={t('basin.systemHint')}
      value={value}
      onChange={onChange}
      data={[
        { value: BY_FILE, label: t('basin.asFile') },
        ...basin.systems.map((s) => ({ value: String(s.epsg), label: `${s.name} (EPSG:${s.epsg})` })),
      ]}
    />
  )
}
