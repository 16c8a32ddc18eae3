import type { Group, Table, Version } from '#core/description/index.ts'

/** A table for tests: rows and whatever differs from the plain one. */
export function sampleTable(group: Group, rows: number[][], extra: Partial<Table> = {}): Table {
  return {
    group,
    name: `${group} sample`,
    object: null,
    fileName: `${group}.csv`,
    uploadedAt: 0,
    active: true,
    loopByYear: false,
    rows,
    units: {},
    ...extra,
  }
}

/** A version of a table for tests, in force over [from, to). */
export function sampleVersion(
  id: string,
  from: number,
  to: number | null,
  body: Partial<Table> = {},
): Version<Table> {
  const rows = [
    [600, 0],
    [610, 2],
  ]
  return { id, version: `${id}@${from}`, from, to, body: sampleTable('ZV', rows, { name: id, ...body }) }
}
