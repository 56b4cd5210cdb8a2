import { basic, call } from './start-field.ts'

export const ACCOUNT = '0342077109-00001'

type Options = Parameters<typeof call>[1]

export const tokenService = (url: string, secret = 'demo-vzn-secret'): Promise<Response> =>
  fetch(`${url}/verizon/api/ts/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: basic('demo-vzn-key', secret) },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })

/** Signs in at the field's Verizon and gives its calls. */
export async function signInToVerizon(url: string) {
  const { access_token: api } = (await (await tokenService(url)).json()) as { access_token: string }
  let session = ''
  const ask = (path: string, options: Options = {}) =>
    call(`${url}/verizon/api/m2m/v1${path}`, {
      ...options,
      headers: { authorization: `Bearer ${api}`, 'vz-m2m-token': session, ...options.headers },
    })
  const logIn = async (password = 'demo-vzn-password') => {
    const answer = await ask('/session/login', { method: 'POST', body: { username: 'console', password } })
    if (answer.status === 200) session = (answer.body as { sessionToken: string }).sessionToken
    return answer
  }
  await logIn()
  return {
    api,
    ask,
    logIn,
    device: (iccid: string) =>
      ask('/devices/actions/list', { method: 'POST', body: { deviceId: { kind: 'iccid', id: iccid } } }),
    act: (action: string, iccids: string[], more: object = {}) =>
      ask(`/devices/actions/${action}`, {
        method: 'POST',
        body: {
          accountName: ACCOUNT,
          devices: iccids.map((id) => ({ deviceIds: [{ kind: 'iccid', id }] })),
          ...(action === 'deactivate' && {
            reasonCode: 'FF',
            etfWaiver: true,
            deleteAfterDeactivation: false,
          }),
          ...more,
        },
      }),
    statusOf: (requestId: string) => ask(`/accounts/${ACCOUNT}/requests/${requestId}/status`),
    steer: (body: object) => call(`${url}/control/verizon`, { method: 'POST', body }),
  }
}

export type Verizon = Awaited<ReturnType<typeof signInToVerizon>>
