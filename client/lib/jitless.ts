import { z } from 'zod'

// The content policy forbids eval, which zod would probe for: this must be the first import of every entry.
z.config({ jitless: true })
