/** This release, and the version of the code that every run records. */
export const VERSION = '2.0.0'
