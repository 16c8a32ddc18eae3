import './lib/jitless.ts'
import { BrowserRouter } from 'react-router'
import { begin } from './app/begin.tsx'

begin(BrowserRouter)
