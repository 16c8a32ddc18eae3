import '../lib/jitless.ts'
import { HashRouter } from 'react-router'
import { begin } from '../app/begin.tsx'

begin(HashRouter)
