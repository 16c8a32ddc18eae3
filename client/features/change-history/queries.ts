import { keepPreviousData } from '@tanstack/react-query'
import {
  exportBundle,
  getDescribedVersion,
  getDescriptionAt,
  listChanges,
  type DescribedNoun,
} from '#contract/changes.ts'
import { useDownload, useRead } from '../../lib/query.ts'
import { download as saveFile } from '../../ui/chart/save.ts'
import { changeQuery, type ChangeFilter } from './filter.ts'

export const useChangeList = (filter: ChangeFilter) =>
  useRead(
    listChanges,
    { query: changeQuery(filter) },
    { placeholderData: keepPreviousData, staleTime: 0, quiet: true },
  )

/** Local times of the plant; known null: as known now. */
export const useDescriptionAt = ({ day, known }: { day: string; known: string | null }) =>
  useRead(getDescriptionAt, { query: { day, known: known ?? undefined } }, { staleTime: 0, quiet: true })

export const useDescribedVersion = ({
  noun,
  id,
  version,
}: {
  noun: DescribedNoun
  id: string
  version: string
}) => useRead(getDescribedVersion, { query: { noun, id, version } }, { staleTime: 0, quiet: true })

export function useConfigurationExport() {
  const file = useDownload(exportBundle)
  return {
    busy: file.busy,
    save: () => void file.run().then(({ blob, name }) => saveFile(blob, name ?? 'forebay.json')),
  }
}
