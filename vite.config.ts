import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: 'client',
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    // The policy of our pages is img-src 'self' data:, font-src 'self': small fonts must stay files.
    assetsInlineLimit: (file) => (file.endsWith('.svg') ? undefined : false),
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      // Two entries of one program: all that they begin with is the same file.
      input: { index: 'client/index.html', tools: 'client/tools/index.html' },
      // Rules and endpoints do nothing when they are loaded: what a page does not use of them stays out of it.
      treeshake: { moduleSideEffects: [{ test: /\/(core|contract)\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            {
              // What every page begins with is one file: as the sixty that lazy pages would cut it into it takes a
              // tenth more and a request each.
              name: 'first',
              tags: ['$initial'],
              test: (id) => !/client\/(tools\/)?(main\.tsx|index\.html)$/.test(id),
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: api, changeOrigin: false } } },
})
