export { serveWall } from './routes.ts'
export { createScreens, type Screen, type Screens } from './screen-store.ts'
