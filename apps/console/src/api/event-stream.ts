import { getToken } from '../session/index.ts'

interface Reading<Event> {
  signal: AbortSignal
  /** Once it stands. */
  onOpen?: () => void
  /** With whatever comes, be it a sign of life alone. */
  onSign?: () => void
  onEvent: (event: Event) => void
}

/**
 * Reads one stream of events of a call, below /api, until the server ends it. Rejects where it is refused or breaks off: it is
 * tried once, and anyone who reads it has an ordinary call beside it, which says what is wrong.
 */
export async function readEvents<Event>(
  path: string,
  { signal, onOpen, onSign, onEvent }: Reading<Event>,
): Promise<void> {
  const token = await getToken(signal)
  onSign?.()
  const response = await fetch(`/api${path}`, {
    headers: {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${token}`,
      'X-Requested-With': 'XMLHttpRequest',
    },
    signal,
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
  })
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream')
  if (!response.ok || !response.body || !isStream)
    throw new Error(`${response.status} ${response.statusText}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  onOpen?.()
  for (let rest = ''; ; ) {
    const { done, value } = await reader.read()
    if (done) return
    onSign?.()
    const events = (rest + value).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) if (event.startsWith('data: ')) onEvent(JSON.parse(event.slice(6)) as Event)
  }
}
