import type { cameraMessages as vi } from '../vi/camera.ts'

export const cameraMessages: Record<keyof typeof vi, string> = {
  camera_none: 'No camera is set up for this reservoir',
  camera_page: 'The address of the camera is a page to be opened, not a picture',
  camera_rtsp:
    'RTSP cannot be shown on a page: give the snapshot (.jpg) or MJPEG address of the camera, which begins with http:// or https://',
  camera_password_again:
    'The address was changed: type it again as a whole, with the name and the password where *** stands',
  camera_no_password:
    'Name and password of the camera are not kept on this server: enter its address again in the project configuration',
  camera_streams_account:
    'This account is looking at the camera in {limit} places already, the most there may be: close the camera panel in another browser or tab, then try again',
  camera_streams_all:
    'The camera is looked at in {limit} places already, the most this server allows: close camera panels that nobody needs, then try again. An administrator changes the limit with CAMERA_STREAMS',
  camera_forbidden:
    '{host} may not be called: it is an address of this server itself or a special one. An administrator allows it with ALLOW_PRIVATE_TARGETS=1',
  camera_unknown_host: 'There is no machine {host}: check the name in the address of the camera',
  camera_unreachable: 'The camera cannot be reached ({detail}): check its power, the network and the port',
  camera_timeout: 'The camera did not answer within {seconds} seconds',
  camera_silent: 'The camera is connected but sent no picture for {seconds} seconds',
  camera_ended: 'The camera ended its stream',
  camera_unauthorized:
    'The camera refused the name or the password: enter its address again in the project configuration',
  camera_status: 'The camera answered with error {status}',
  camera_redirect: 'The camera sends on to another address ({host}): enter that one itself',
  camera_web_page:
    'This address is a web page, not a picture: give the snapshot or MJPEG address of the camera',
  camera_wrong_type: 'The camera sends {type}: only JPEG and PNG pictures and MJPEG streams are taken',
  camera_broken: 'What the camera sends is no JPEG or PNG picture',
  camera_too_large: 'A picture of the camera is larger than {limit}: choose a lower resolution in the camera',
  camera_certificate:
    'The https certificate of the camera cannot be trusted ({detail}): use http within the network of the plant, or install the certificate',
}
