/** A file as calls take it: the server finds its kind by its content, as browsers name the same kind in many ways. */
export const bytesOf = (file: File): Blob => new Blob([file], { type: 'application/octet-stream' })
