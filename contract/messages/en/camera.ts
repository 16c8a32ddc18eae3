import type { cameraMessages as vi } from '../vi/camera.ts'

export const cameraMessages: Record<keyof typeof vi, string> = {
  camera_none: 'No camera is set up for this reservoir',
  camera_page: 'The camera address is a web page to open, not a picture',
  camera_rtsp:
    'RTSP cannot be shown on a page: enter the snapshot (.jpg) or MJPEG address of the camera, starting with http:// or https://',
  camera_password_again:
    'The address was changed: enter it again in full, with the user name and password in place of ***',
  camera_no_password:
    'The camera user name and password are not stored on this server: enter its address again in the project configuration',
  camera_streams_account:
    'This account already has the camera open in {limit} {limit|place|places}, the maximum allowed: close the camera panel in another browser or tab, then try again',
  camera_streams_all:
    'The camera is already open in {limit} {limit|place|places}, the maximum for this server: close camera panels that are not needed, then try again. An administrator can change the limit with CAMERA_STREAMS',
  camera_forbidden:
    '{host} is not allowed: it is an address of this server itself or a reserved address. An administrator can allow it with ALLOW_PRIVATE_TARGETS=1',
  camera_unknown_host: 'Host {host} was not found: check the name in the camera address',
  camera_unreachable: 'The camera cannot be reached ({detail}): check its power, the network and the port',
  camera_timeout: 'The camera did not respond within {seconds} {seconds|second|seconds}',
  camera_silent: 'The camera is connected but sent no picture for {seconds} {seconds|second|seconds}',
  camera_ended: 'The camera ended its stream',
  camera_unauthorized:
    'The camera rejected the user name or password: enter its address again in the project configuration',
  camera_status: 'The camera returned error {status}',
  camera_redirect: 'The camera redirects to another address ({host}): enter that address instead',
  camera_web_page:
    'This address is a web page, not a picture: enter the snapshot or MJPEG address of the camera',
  camera_wrong_type: 'The camera sends {type}: only JPEG and PNG pictures and MJPEG streams are supported',
  camera_broken: 'The camera did not send a valid JPEG or PNG picture',
  camera_too_large: 'The camera picture is larger than {limit}: choose a lower resolution in the camera',
  camera_certificate:
    'The https certificate of the camera is not trusted ({detail}): use http within the plant network, or install the certificate',
}
