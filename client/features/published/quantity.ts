/** The quantity of a published record, by its unit: flow in m3/s, storage in m3. */
export const quantityOf = (unit: string) => (unit === 'm3/s' ? 'flow' : 'storage')
