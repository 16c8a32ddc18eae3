/** Weather forecasts: an archive of what was issued, the provider that is asked, and the weather ahead. */
export { issuesAt, latest } from './archive.ts'
export { serveWeather } from './routes.ts'
