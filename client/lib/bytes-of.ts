/**
 * Reads a file as endpoints take it: without a media type, since browsers name the same type differently and the
 * server detects it from the content.
 */
export const bytesOf = (file: File): Blob => new Blob([file], { type: 'application/octet-stream' })
