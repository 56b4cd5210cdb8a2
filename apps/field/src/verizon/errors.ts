import type { FastifyReply } from 'fastify'

/** Synchronous errors by their code after the service name (V10, V13). */
const messages = {
  'REQUEST_FAILED.SessionToken.Expired': 'The session token has expired.',
  'REQUEST_FAILED.SessionToken.Format': 'The session token is missing or has a wrong format.',
  'INPUT_INVALID.SessionToken.Invalid': 'The session token is not valid.',
  'REQUEST_FAILED.Login.Invalid': 'Invalid user name or password.',
  'REQUEST_FAILED.Login.Locked': 'The user is locked. Contact Verizon Wireless to unlock it.',
  'REQUEST_FAILED.DeviceNotFound': 'Device not found.',
  'REQUEST_FAILED.AccountNotFound': 'Account not found.',
  'REQUEST_FAILED.RequestNotFound': 'Request not found.',
  'REQUEST_FAILED.MultipleDevices': 'The status is kept only for requests of a single device.',
  'REQUEST_FAILED.CallbackNotFound': 'No callback is registered for this service.',
  'REQUEST_FAILED.UnexpectedError': 'An unexpected error occurred.',
  'INPUT_INVALID.Device.Identifier.Invalid': 'The device identifier is not valid.',
  'INPUT_INVALID.Device.Kind.Invalid': 'The kind of the device identifier is not valid.',
  'INPUT_INVALID.DeviceState.Invalid': 'The device is not in a state that allows this action.',
  'INPUT_INVALID.NumberofDevices': 'Too many devices in the request.',
  'INPUT_INVALID.ReasonCode.Invalid': 'The reason code is not valid.',
  'INPUT_INVALID.ServicePlan.Invalid': 'The service plan is not valid.',
  'INPUT_INVALID.Callback.Invalid': 'The callback is not valid.',
  'INPUT_INVALID.Request.Invalid': 'The request is not valid.',
} as const

export type VerizonCode = keyof typeof messages

/** Thrown by a handler to answer with HTTP 400 and the code. */
export class VerizonRefusal extends Error {
  readonly code: VerizonCode
  readonly statusCode = 400
  constructor(code: VerizonCode) {
    super(messages[code])
    this.code = code
  }
}

export const fullCode = (code: VerizonCode): string => `UnifiedWebService.${code}`
export const textOfCode = (code: VerizonCode): string => messages[code]

export const refusal = (reply: FastifyReply, code: VerizonCode): FastifyReply =>
  reply.code(400).send({ errorCode: fullCode(code), errorMessage: messages[code] })

const ACCESS = 'Access failure for API: /api/m2m, version: v1'

const faults = {
  '900901': [401, 'Invalid Credentials', `${ACCESS}. Make sure your have given the correct access token`],
  '900902': [
    401,
    'Missing Credentials',
    'Required OAuth credentials not provided. Make sure your API invocation call has a header: "Authorization: Bearer ACCESS_TOKEN"',
  ],
  '900906': [400, 'No matching resource found in the API for the given request', ACCESS],
  '900900': [500, 'Internal Server Error', 'Unclassified failure'],
} as const

/** Errors of the gateway before the service (V10). */
export function gatewayFault(reply: FastifyReply, code: keyof typeof faults): FastifyReply {
  const [status, message, description] = faults[code]
  return reply.code(status).send({ fault: { code, message, description } })
}
