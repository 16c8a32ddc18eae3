/** What a published record is of, by its unit: flows in m3/s, storage in m3. */
export const quantityOf = (unit: string) => (unit === 'm3/s' ? 'flow' : 'storage')
