/** This release, which every run records as the version of the code. */
export const VERSION = '2.0.0'
