import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * The camera at the dam. The server fetches its pictures and shows them from our own origin, so that only the server
 * knows the user name and password of its address.
 */
const base = 'main' as const
const access = 'dashboard.view' as const

export const cameraState = z.object({
  /** none: no address is set. page: a page on our own origin, to open. video: pictures that the server fetches. */
  kind: z.enum(['none', 'page', 'video']),
  /** The address as shown, without credentials. */
  address: z.string().nullable(),
  /** idle: nobody is watching. */
  state: z.enum(['idle', 'connecting', 'live', 'failing']),
  /** How the camera answers, known after its first answer. */
  how: z.enum(['snapshot', 'mjpeg']).nullable(),
  /** When the last picture came, epoch ms. */
  frame_at: z.number().nullable(),
  /** Since when it fails, and why; null while it works. */
  failing_since: z.number().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type CameraState = z.infer<typeof cameraState>

export const getCamera = endpoint({
  base,
  method: 'GET',
  path: '/v1/camera',
  access,
  reads: ['description'],
  summary:
    'The camera of the reservoir: whether there is one and whether it answers; if not, since when and why.',
  data: cameraState,
})

export const getCameraFrame = endpoint({
  base,
  method: 'GET',
  path: '/v1/camera/frame',
  access,
  summary: 'One picture of the camera (JPEG or PNG), taken now or a moment ago.',
  refusals: [502],
  answer: 'binary',
  data: z.any(),
})

export const getCameraStream = endpoint({
  base,
  method: 'GET',
  path: '/v1/camera/stream',
  access,
  summary:
    'The pictures of the camera as they come: multipart/x-mixed-replace with parts of image/jpeg or image/png, and of application/json whenever its state changes. All viewers share one connection to the camera.',
  answer: 'stream',
  data: z.null(),
})
