import type { MessageCode } from '#contract/messages.ts'
import type { cameraMessages } from '#contract/messages/vi/camera.ts'
import type { Params } from '#server/lib/errors.ts'

type CameraCode = keyof typeof cameraMessages & MessageCode

/** Why there is no picture. */
export class CameraProblem extends Error {
  override name = 'CameraProblem'
  readonly code: CameraCode
  readonly params: Params
  constructor(code: CameraCode, params: Params = {}) {
    super(code)
    this.code = code
    this.params = params
  }
}
