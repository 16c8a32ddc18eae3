export { serveWall } from './routes.ts'
export { createScreens } from './screen-store.ts'
