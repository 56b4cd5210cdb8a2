import { type Config, readConfig } from '../config.ts'
import { type RunningField, serve } from '../serve.ts'

/** A field on a free port, in memory and without delays unless told otherwise. */
export function startField(settings: Partial<Config> = {}): Promise<RunningField> {
  return serve({ ...readConfig({ FIELD_PORT: '0', FIELD_DELAYS: 'none', DEMO_STORY: 'still' }), ...settings })
}

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** Sends JSON and reads JSON. */
export async function call(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const answer = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined }
}
